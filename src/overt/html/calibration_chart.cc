#include "overt/html/calibration_chart.h"

#include <utility>

#include "overt/html/axes.h"
#include "overt/html/numbers.h"

namespace overt {
namespace {

constexpr double kRadius = 4.5;

DataTable numbers(const CalibrationChart& chart) {
  DataTable table{chart.text.title,
                  {{"certainty"}, {"who"}, {"people", true}, {"said", true}, {"right", true}},
                  {}};
  for (const CalibrationSeries& series : chart.series) {
    for (const CalibrationPoint& point : series.points) {
      table.rows.push_back({point.label, series.name, whole_number(point.people),
                            percent(point.said), percent(point.right)});
    }
  }
  return table;
}

}  // namespace

Html calibration_chart(const CalibrationChart& chart) {
  Axes axes;
  axes.x_name = "how sure the guess is said to be";
  axes.y_name = "how often it is right";
  Drawing drawing(Axes::kHeight);
  axes.draw(drawing);
  drawing.line(axes.x(0), axes.y(0), axes.x(1), axes.y(1), "bound");
  std::vector<std::string> names;
  for (std::size_t s = 0; s < chart.series.size(); ++s) {
    const std::string kind(series_class(s));
    names.push_back(chart.series[s].name);
    std::vector<std::pair<double, double>> line;
    for (const CalibrationPoint& point : chart.series[s].points) {
      line.emplace_back(axes.x(point.said), axes.y(point.right));
    }
    if (line.size() > 1) drawing.path(line, "line " + kind);
    for (const auto& [x, y] : line) drawing.circle(x, y, kRadius, "point " + kind);
  }
  return figure(chart.text, drawing, numbers(chart), legend(names));
}

}  // namespace overt
