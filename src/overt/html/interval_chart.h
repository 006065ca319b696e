#pragma once

// Ranges on one common scale, one below the other: a bar from low to high, and a mark
// inside it where one number stands out (a median, an estimate). Labels stand above.
//
//   age                                  IntervalChart chart{{"widths", ..}, "column", "values"};
//      |-----o---------|                 chart.intervals = {{"age", 3, 41, 12, "3 to 41"}};
//   0        20       40                 body.append(interval_chart(chart));

#include <optional>
#include <string>
#include <vector>

#include "overt/html/figure.h"

namespace overt {

struct IntervalBar {
  std::string label;
  double low = 0;
  double high = 0;
  std::optional<double> mark;
  std::string text;  // the same to be read: "3 to 41, median 12"
};

struct IntervalChart {
  FigureText text;
  std::string what;      // what the labels are: "column"
  std::string quantity;  // what is measured: "values a cell covers"
  std::vector<IntervalBar> intervals;
  std::optional<Bound> bound;
  std::optional<double> low, high;  // of the scale; else from 0, or the least, to the greatest
};

// REQUIRES: at least one interval, low <= high in each.
Html interval_chart(const IntervalChart& chart);

}  // namespace overt
