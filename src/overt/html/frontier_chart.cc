#include "overt/html/frontier_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "overt/html/numbers.h"

namespace overt {
namespace {

constexpr double kFrontierTop = 34;
constexpr double kBottom = 268;
constexpr double kHeight = 318;
constexpr double kApart = 14;  // of two names
constexpr double kBeside = 9;  // from a point to its name

std::string promise_text(std::int64_t l) { return l == 0 ? "caps" : fmt::format("1/{}", l); }

class Plane {
 public:
  explicit Plane(const FrontierChart& chart) : chart_(chart), most_(chart.most) {
    for (const FrontierPoint& point : chart.points) {
      most_ = std::max({most_, point.loss, point.stress.value_or(0)});
    }
    if (most_ <= 0) most_ = 1;
    std::size_t widest = 1;
    for (const double tick : axis_ticks(0, most_, 4)) {
      widest = std::max(widest, text_width(short_number(tick)));
    }
    left_ = 12 + kCharacter * static_cast<double>(widest);
    width_ = (kDrawingWidth - left_) / static_cast<double>(chart.promises.size());
    for (const FrontierPoint& point : chart.points) {
      if (std::find(methods_.begin(), methods_.end(), point.method) == methods_.end()) {
        methods_.push_back(point.method);
      }
    }
    const bool ranges = std::any_of(chart.points.begin(), chart.points.end(),
                                    [](const FrontierPoint& point) { return point.stress; });
    // One promise has all the room; of several the lines of stress stand close to each other.
    if (side_by_side()) {
      apart_ = width_ / static_cast<double>(std::max<std::size_t>(1, methods_.size()));
    } else if (chart.promises.size() == 1) {
      apart_ = width_ / 2 / static_cast<double>(methods_.size());
    } else if (ranges) {
      const double left = width_ - kBeside - 8 - 6 * kCharacter;  // by a name of six letters
      apart_ = std::clamp(left / static_cast<double>(methods_.size()), 1.5, 6.0);
    }
  }

  // Of one promise, and few enough that names fit between them.
  bool side_by_side() const { return chart_.promises.size() == 1 && methods_.size() <= 5; }

  std::size_t column(std::int64_t l) const {
    const auto found = std::find(chart_.promises.begin(), chart_.promises.end(), l);
    assert(found != chart_.promises.end());
    return static_cast<std::size_t>(found - chart_.promises.begin());
  }
  double x(const FrontierPoint& point) const {
    const auto method = std::find(methods_.begin(), methods_.end(), point.method);
    return begin(point.l) + apart_ * static_cast<double>(method - methods_.begin());
  }
  // Where the names of a column begin, and its place on the axis.
  double names(std::int64_t l) const { return end(l) + kBeside; }
  double middle(std::int64_t l) const { return (begin(l) + end(l)) / 2; }
  double y(double loss) const { return kBottom - loss / most_ * (kBottom - kFrontierTop); }
  // Characters that fit between a point and the next column.
  std::size_t room() const {
    const double taken =
        side_by_side() ? width_ - apart_ : end(chart_.promises[0]) - begin(chart_.promises[0]);
    return static_cast<std::size_t>((width_ - taken - kBeside - 8) / kCharacter);
  }

  void draw(Drawing& drawing) const {
    for (const double tick : axis_ticks(0, most_, 4)) {
      drawing.line(left_, y(tick), kDrawingWidth, y(tick), "grid");
      drawing.text(left_ - 6, y(tick) + 4, short_number(tick), "end", "quiet");
    }
    drawing.line(left_, kBottom, kDrawingWidth, kBottom, "axis");
    for (const std::int64_t l : chart_.promises) {
      drawing.line(middle(l), kBottom, middle(l), kBottom + 5, "axis");
      drawing.text(middle(l), kBottom + 20, promise_text(l), "middle", "quiet");
    }
    drawing.text(0, 13, chart_.loss, "start", "quiet");
    drawing.text(kDrawingWidth, kHeight - 8, "promise: no value with more than this share", "end",
                 "quiet");
  }

 private:
  double begin(std::int64_t l) const {
    return left_ + width_ * static_cast<double>(column(l)) + std::min(12.0, width_ / 4);
  }
  double end(std::int64_t l) const {
    return begin(l) + apart_ * static_cast<double>(std::max<std::size_t>(1, methods_.size()) - 1);
  }

  const FrontierChart& chart_;
  std::vector<std::string> methods_;
  double most_, left_ = 0, width_ = 0;
  double apart_ = 0;  // of two methods of a column
};

// Heights of names that want to stand at `wanted` (ascending), moved apart as little as
// possible and kept between top and bottom.
std::vector<double> apart(const std::vector<double>& wanted) {
  std::vector<double> result = wanted;
  for (std::size_t i = 1; i < result.size(); ++i) {
    result[i] = std::max(result[i], result[i - 1] + kApart);
  }
  // Pushed down too far? From below up again.
  double limit = kBottom - 2;
  for (std::size_t i = result.size(); i-- > 0; limit = result[i] - kApart) {
    result[i] = std::min(result[i], limit);
  }
  return result;
}

// What promises more lies on top of what promises less.
void draw_lines(const FrontierChart& chart, const Plane& plane, Drawing& drawing) {
  for (std::size_t level = chart.levels.size(); level-- > 0;) {
    for (std::size_t i = 1; i < chart.points.size(); ++i) {
      const FrontierPoint& from = chart.points[i - 1];
      const FrontierPoint& to = chart.points[i];
      // A promise that the method refuses is a gap.
      const bool next =
          from.method == to.method && from.l > 0 && plane.column(to.l) == plane.column(from.l) + 1;
      if (!next || to.level != level) continue;
      drawing.path({{plane.x(from), plane.y(from.loss)}, {plane.x(to), plane.y(to.loss)}},
                   "line " + std::string(series_class(level)));
    }
  }
}

// From a point to what it loses in the worst case, with a bar at the end.
void draw_ranges(const FrontierChart& chart, const Plane& plane, Drawing& drawing) {
  for (const FrontierPoint& point : chart.points) {
    if (!point.stress) continue;
    const double x = plane.x(point);
    const double end = plane.y(*point.stress);
    drawing.line(x, plane.y(point.loss), x, end, "lead");
    drawing.line(x - 3, end, x + 3, end, "lead");
  }
}

void draw_points(const FrontierChart& chart, const Plane& plane, Drawing& drawing) {
  for (std::size_t level = chart.levels.size(); level-- > 0;) {
    for (const FrontierPoint& point : chart.points) {
      if (point.level != level) continue;
      drawing.circle(plane.x(point), plane.y(point.loss), point.frontier ? 5.5 : 3.5,
                     "point " + std::string(series_class(level)));
    }
  }
}

void name_column(std::vector<const FrontierPoint*> points, const Plane& plane, Drawing& drawing) {
  std::stable_sort(points.begin(), points.end(),
                   [](const auto* a, const auto* b) { return a->loss > b->loss; });
  std::vector<double> wanted;
  for (const FrontierPoint* point : points) wanted.push_back(plane.y(point->loss));
  const std::vector<double> heights = apart(wanted);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const FrontierPoint& point = *points[i];
    const double x = plane.x(point);
    const double name = plane.side_by_side() ? x + kBeside : plane.names(point.l);
    if (std::abs(heights[i] - wanted[i]) > 4 || name > x + kBeside + 1) {
      drawing.line(x, wanted[i], name - 1, heights[i], "lead");
    }
    drawing.text(name, heights[i] + 4, shortened(point.method, plane.room()), "start",
                 point.frontier ? "value halo" : "quiet halo");
  }
}

DataTable numbers(const FrontierChart& chart) {
  DataTable table{chart.text.title, {{"method", false}, {"level", false}}, {}};
  for (const std::int64_t l : chart.promises) {
    table.columns.push_back({promise_text(l), true});
  }
  for (const FrontierPoint& point : chart.points) {
    if (table.rows.empty() || table.rows.back()[0] != point.method) {
      table.rows.push_back({point.method, chart.levels[point.level]});
      table.rows.back().resize(table.columns.size(), "refused");
    }
    const auto found = std::find(chart.promises.begin(), chart.promises.end(), point.l);
    table.rows.back()[2 + static_cast<std::size_t>(found - chart.promises.begin())] =
        point.stress
            ? fmt::format("{} to {}", short_number(point.loss), short_number(*point.stress))
            : short_number(point.loss);
  }
  return table;
}

}  // namespace

Html frontier_chart(const FrontierChart& chart) {
  assert(!chart.promises.empty() && chart.promises.size() <= kMostPromises);
  const Plane plane(chart);
  Drawing drawing(kHeight);
  plane.draw(drawing);
  draw_lines(chart, plane, drawing);
  draw_ranges(chart, plane, drawing);
  draw_points(chart, plane, drawing);
  for (const std::int64_t l : chart.promises) {
    std::vector<const FrontierPoint*> points;
    for (const FrontierPoint& point : chart.points) {
      if (point.l != l) continue;
      points.push_back(&point);
      // Each has a place of its own.
      if (plane.side_by_side()) name_column(std::exchange(points, {}), plane, drawing);
    }
    name_column(std::move(points), plane, drawing);
  }
  return figure(chart.text, drawing, numbers(chart), legend(chart.levels));
}

}  // namespace overt
