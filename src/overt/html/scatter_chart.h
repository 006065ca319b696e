#pragma once

// Points in the plane, every one with its label, in one colour a series; points of a series
// may be joined by a line (a risk-utility frontier). Labels look for a free place near their
// point, and a thin line leads there when it is not beside it.
//
//   error | o rda, l 2             ScatterChart chart{{"frontier", ..}, "risk", "error"};
//         |    o local, l 3        chart.series = {"local", "rda"};
//         +------------            chart.points = {{0.5, 0.1, "l 2", 0}, ..};
//           risk
//
// Cost: O(points^2), for dozens of them.

#include <optional>
#include <string>
#include <vector>

#include "overt/html/figure.h"

namespace overt {

struct ScatterPoint {
  double x = 0;
  double y = 0;
  std::string label;
  std::size_t series = 0;
};

struct ScatterChart {
  FigureText text;
  std::string x_name;
  std::string y_name;
  std::vector<std::string> series;
  std::vector<ScatterPoint> points;  // in the order in which a line joins them
  bool joined = false;
  std::optional<Bound> x_bound;
  std::optional<Bound> y_bound;
};

// REQUIRES: at least one point; every series is one of the names. The axes begin at 0,
// unless a number is negative.
Html scatter_chart(const ScatterChart& chart);

}  // namespace overt
