#include "overt/html/histogram_chart.h"

#include <algorithm>
#include <cassert>

#include "overt/html/axes.h"
#include "overt/html/numbers.h"

namespace overt {
namespace {

DataTable numbers(const HistogramChart& chart) {
  DataTable table{chart.text.title, {{chart.values, false}, {chart.counted, true}}, {}};
  for (const HistogramBin& bin : chart.bins) {
    if (table.rows.empty() && bin.count == 0) continue;  // nothing there yet
    table.rows.push_back({bin.label, whole_number(bin.count)});
  }
  return table;
}

}  // namespace

Html histogram_chart(const HistogramChart& chart) {
  assert(!chart.bins.empty());
  Axes axes;
  axes.x_name = chart.values;
  axes.y_name = chart.counted;
  axes.whole_x = chart.whole;
  axes.whole_y = true;
  axes.low_x = chart.bins.front().low;
  axes.high_x = chart.bins.back().high;
  if (chart.bound) {
    axes.low_x = std::min(axes.low_x, chart.bound->value);
    axes.high_x = std::max(axes.high_x, chart.bound->value);
  }
  std::uint64_t most = 1;
  for (const HistogramBin& bin : chart.bins) most = std::max(most, bin.count);
  axes.high_y = static_cast<double>(most);

  Drawing drawing(Axes::kHeight);
  axes.draw(drawing);
  for (const HistogramBin& bin : chart.bins) {
    if (bin.count == 0) continue;
    // At least one unit high: one group among a million must be seen.
    const double y = std::min(axes.y(static_cast<double>(bin.count)), Axes::kBottom - 1);
    const double x = axes.x(bin.low);
    const double width = std::max(axes.x(bin.high) - x - 1, 1.0);
    drawing.rectangle(x + 0.5, y, width, Axes::kBottom - y, "bar");
  }
  if (chart.bound) axes.mark_x(drawing, *chart.bound);
  return figure(chart.text, drawing, numbers(chart));
}

}  // namespace overt
