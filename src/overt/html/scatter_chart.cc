#include "overt/html/scatter_chart.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "overt/html/axes.h"
#include "overt/html/numbers.h"

namespace overt {
namespace {

constexpr double kRadius = 4.5;

struct Box {
  double left, top, right, bottom;

  bool overlaps(const Box& other) const {
    return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
  }
};

struct Spot {
  Box box;
  std::string_view anchor;
  double x, y;
  bool led;  // far enough away to need a line to its point
};

// Where a label may stand, the nearest places first.
std::vector<Spot> spots(double x, double y, std::string_view label) {
  const double width = kCharacter * static_cast<double>(text_width(label));
  std::vector<Spot> result;
  const auto add = [&](std::string_view anchor, double at_x, double at_y, bool led) {
    const double left = anchor == "start" ? at_x
                        : anchor == "end" ? at_x - width
                                          : at_x - width / 2;
    result.push_back({{left, at_y - 10, left + width, at_y + 3}, anchor, at_x, at_y, led});
  };
  for (const double far : {0.0, 14.0, 28.0, 42.0}) {
    const bool led = far > 0;
    const double aside = 8 + far / 2;
    if (!led) {
      add("start", x + aside, y + 4, led);
      add("end", x - aside, y + 4, led);
    }
    add("middle", x, y - 9 - far, led);
    add("middle", x, y + 18 + far, led);
    add("start", x + aside, y - 5 - far, led);
    add("start", x + aside, y + 13 + far, led);
    add("end", x - aside, y - 5 - far, led);
    add("end", x - aside, y + 13 + far, led);
  }
  return result;
}

DataTable numbers(const ScatterChart& chart) {
  const bool several = chart.series.size() > 1;
  DataTable table{chart.text.title, {{"point", false}}, {}};
  if (several) table.columns.push_back({"series", false});
  table.columns.push_back({chart.x_name, true});
  table.columns.push_back({chart.y_name, true});
  for (const ScatterPoint& point : chart.points) {
    std::vector<std::string> row = {point.label};
    if (several) row.push_back(chart.series[point.series]);
    row.push_back(short_number(point.x));
    row.push_back(short_number(point.y));
    table.rows.push_back(std::move(row));
  }
  return table;
}

Axes axes_of(const ScatterChart& chart) {
  Axes axes;
  axes.x_name = chart.x_name;
  axes.y_name = chart.y_name;
  axes.high_x = chart.x_bound ? chart.x_bound->value : 0;
  axes.high_y = chart.y_bound ? chart.y_bound->value : 0;
  for (const ScatterPoint& point : chart.points) {
    axes.low_x = std::min(axes.low_x, point.x);
    axes.low_y = std::min(axes.low_y, point.y);
    axes.high_x = std::max(axes.high_x, point.x);
    axes.high_y = std::max(axes.high_y, point.y);
  }
  // Room for a label above and beside the outermost points.
  axes.high_x += 0.05 * (axes.high_x - axes.low_x);
  axes.high_y += 0.08 * (axes.high_y - axes.low_y);
  return axes;
}

void join(const ScatterChart& chart, const Axes& axes, Drawing& drawing) {
  for (std::size_t s = 0; s < chart.series.size(); ++s) {
    std::vector<std::pair<double, double>> line;
    for (const ScatterPoint& point : chart.points) {
      if (point.series == s) line.emplace_back(axes.x(point.x), axes.y(point.y));
    }
    if (line.size() > 1) drawing.path(line, "line " + std::string(series_class(s)));
  }
}

}  // namespace

Html scatter_chart(const ScatterChart& chart) {
  assert(!chart.points.empty());
  const Axes axes = axes_of(chart);
  Drawing drawing(Axes::kHeight);
  axes.draw(drawing);
  if (chart.joined) join(chart, axes, drawing);
  if (chart.x_bound) axes.mark_x(drawing, *chart.x_bound);
  if (chart.y_bound) axes.mark_y(drawing, *chart.y_bound);

  std::vector<Box> taken;
  for (const ScatterPoint& point : chart.points) {
    const double x = axes.x(point.x);
    const double y = axes.y(point.y);
    taken.push_back({x - kRadius, y - kRadius, x + kRadius, y + kRadius});
    drawing.circle(x, y, kRadius, "point " + std::string(series_class(point.series)));
  }
  for (const ScatterPoint& point : chart.points) {
    if (point.label.empty()) continue;
    const double x = axes.x(point.x);
    const double y = axes.y(point.y);
    const std::string label = shortened(point.label, 24);
    const std::vector<Spot> places = spots(x, y, label);
    const auto free = [&](const Spot& spot) {
      return spot.box.left >= 0 && spot.box.right <= kDrawingWidth && spot.box.top >= 14 &&
             spot.box.bottom <= Axes::kBottom &&
             std::none_of(taken.begin(), taken.end(),
                          [&](const Box& box) { return box.overlaps(spot.box); });
    };
    auto spot = std::find_if(places.begin(), places.end(), free);
    if (spot == places.end()) spot = places.begin();  // crowded: the table has it
    if (spot->led) drawing.line(x, y, spot->x, spot->y < y ? spot->y + 3 : spot->y - 9, "lead");
    drawing.text(spot->x, spot->y, label, spot->anchor, "value");
    taken.push_back(spot->box);
  }
  return figure(chart.text, drawing, numbers(chart),
                chart.series.size() > 1 ? legend(chart.series) : Html());
}

}  // namespace overt
