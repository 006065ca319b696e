#include "overt/html/interval_chart.h"

#include <algorithm>
#include <cassert>

#include "overt/html/numbers.h"

namespace overt {
namespace {

constexpr double kEach = 40;
constexpr double kIntervalsTop = 22;
constexpr double kBelow = 44;  // ticks and the name of the scale
constexpr double kMargin = 12;

struct Scale {
  double low = 0;
  double high = 0;

  double x(double value) const {
    const double share = high > low ? (value - low) / (high - low) : 0;
    return kMargin + std::clamp(share, 0.0, 1.0) * (kDrawingWidth - 2 * kMargin);
  }
};

Scale scale_of(const IntervalChart& chart) {
  Scale scale;
  for (const IntervalBar& interval : chart.intervals) {
    scale.low = std::min(scale.low, interval.low);
    scale.high = std::max(scale.high, interval.high);
  }
  if (chart.bound) scale.high = std::max(scale.high, chart.bound->value);
  if (chart.low) scale.low = *chart.low;
  if (chart.high) scale.high = *chart.high;
  if (!(scale.high > scale.low)) scale.high = scale.low + 1;
  return scale;
}

DataTable numbers(const IntervalChart& chart) {
  DataTable table{chart.text.title, {{chart.what, false}, {chart.quantity, true}}, {}};
  for (const IntervalBar& interval : chart.intervals) {
    table.rows.push_back({interval.label, interval.text});
  }
  return table;
}

}  // namespace

Html interval_chart(const IntervalChart& chart) {
  assert(!chart.intervals.empty());
  const Scale scale = scale_of(chart);
  const double top = chart.bound ? kIntervalsTop : 0;
  const double bottom = top + kEach * static_cast<double>(chart.intervals.size());
  Drawing drawing(bottom + kBelow);
  for (const double tick : axis_ticks(scale.low, scale.high, 5)) {
    drawing.line(scale.x(tick), top, scale.x(tick), bottom + 4, "grid");
    drawing.text(scale.x(tick), bottom + 18, short_number(tick), "middle", "quiet");
  }
  drawing.line(kMargin, bottom, kDrawingWidth - kMargin, bottom, "axis");
  drawing.text(kDrawingWidth / 2, bottom + 38, chart.quantity, "middle", "quiet");
  double y = top;
  for (const IntervalBar& interval : chart.intervals) {
    const std::size_t room = 56 - std::min<std::size_t>(text_width(interval.text), 40);
    drawing.text(0, y + 13, shortened(interval.label, room), "start", "value");
    drawing.text(kDrawingWidth, y + 13, interval.text, "end", "value quiet");
    const double from = scale.x(interval.low);
    drawing.rectangle(from, y + 20, std::max(scale.x(interval.high) - from, 2.0), 12, "bar");
    if (interval.mark) {
      drawing.line(scale.x(*interval.mark), y + 17, scale.x(*interval.mark), y + 35, "mark");
    }
    y += kEach;
  }
  if (chart.bound) {
    const double x = scale.x(chart.bound->value);
    const bool left = x > kDrawingWidth / 2;
    drawing.line(x, 4, x, bottom, "bound");
    drawing.text(left ? x - 5 : x + 5, 13, chart.bound->label, left ? "end" : "start", "bound");
  }
  return figure(chart.text, drawing, numbers(chart));
}

}  // namespace overt
