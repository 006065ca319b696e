#include "overt/html/bar_chart.h"

#include <algorithm>
#include <cassert>
#include <string>

#include "overt/html/numbers.h"

namespace overt {
namespace {

constexpr double kLabel = 18;    // height of a label's line
constexpr double kBar = 15;      // of a bar
constexpr double kGap = 9;       // below the bars of a label
constexpr double kBarsTop = 22;  // above all, when there is a bound to be named
constexpr double kAxis = 22;     // below all, when there is an axis

double full_length(const BarChart& chart) {
  double full = chart.full;
  if (full <= 0) {
    for (const Bar& bar : chart.bars) {
      full = std::max(full, *std::max_element(bar.values.begin(), bar.values.end()));
    }
    if (chart.bound) full = std::max(full, chart.bound->value);
  }
  return full > 0 ? full : 1;
}

DataTable numbers(const BarChart& chart) {
  DataTable table{chart.text.title, {{chart.what, false}}, {}};
  for (const std::string& name : chart.series) table.columns.push_back({name, true});
  for (const Bar& bar : chart.bars) {
    table.rows.push_back({bar.label});
    table.rows.back().insert(table.rows.back().end(), bar.texts.begin(), bar.texts.end());
  }
  return table;
}

}  // namespace

Html bar_chart(const BarChart& chart) {
  assert(!chart.bars.empty());
  std::size_t widest = 0;
  for (const Bar& bar : chart.bars) {
    for (const std::string& text : bar.texts) widest = std::max(widest, text_width(text));
  }
  const double room = kDrawingWidth - 8 - kCharacter * static_cast<double>(widest);
  const double scale = room / full_length(chart);
  const double top = chart.bound ? kBarsTop : 0;
  const double each = kLabel + kBar * static_cast<double>(chart.series.size()) + kGap;
  const double bottom = top + each * static_cast<double>(chart.bars.size());
  const bool shares = chart.full == 1;  // an axis from 0 to 100 %
  const double height = bottom + (shares ? kAxis : 0);

  Drawing drawing(height);
  if (shares) {
    drawing.line(0, bottom, room, bottom, "axis");
    for (const int quarter : {0, 1, 2, 3, 4}) {
      const double x = room * quarter / 4;
      drawing.line(x, bottom, x, bottom + 4, "axis");
      const char* const anchor = quarter == 0 ? "start" : quarter == 4 ? "end" : "middle";
      drawing.text(x, bottom + 17, std::to_string(25 * quarter) + "\u00A0%", anchor, "quiet");
    }
  }
  const auto each_bar = [&](const auto& draw) {
    double y = top + kLabel;
    for (const Bar& bar : chart.bars) {
      assert(bar.values.size() == chart.series.size() && bar.texts.size() == chart.series.size());
      for (std::size_t s = 0; s < bar.values.size(); ++s) {
        const double length = std::clamp(bar.values[s] * scale, 1.0, room);
        draw(bar, s, length, y + kBar * static_cast<double>(s));
      }
      y += each;
    }
  };
  each_bar([&](const Bar&, std::size_t s, double length, double y) {
    drawing.rectangle(0, y, length, kBar - 2, series_class(s));
  });
  // The line runs over the bars, and not through the words above them.
  if (chart.bound) {
    const double x = std::min(chart.bound->value * scale, room);
    const bool left = x > kDrawingWidth / 2;
    drawing.line(x, 4, x, kBarsTop - 4, "bound");
    const double bars = kBar * static_cast<double>(chart.series.size());
    for (std::size_t b = 0; b < chart.bars.size(); ++b) {
      const double y = top + kLabel + each * static_cast<double>(b);
      drawing.line(x, y - 2, x, y + bars, "bound");
    }
    drawing.text(left ? x - 5 : x + 5, 13, chart.bound->label, left ? "end" : "start", "bound");
  }
  each_bar([&](const Bar& bar, std::size_t s, double length, double y) {
    if (s == 0) drawing.text(0, y - 5, shortened(bar.label, 52), "start", "value");
    // Words that the line would cross stand behind it.
    double x = length + 6;
    const double end = x + kCharacter * static_cast<double>(text_width(bar.texts[s]));
    const double bound = chart.bound ? std::min(chart.bound->value * scale, room) : 0;
    if (length < bound && bound < end) x = bound + 6;
    drawing.text(x, y + 11, bar.texts[s], "start", "value");
  });
  return figure(chart.text, drawing, numbers(chart),
                chart.series.size() > 1 ? legend(chart.series) : Html());
}

}  // namespace overt
