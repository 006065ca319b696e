#pragma once

// How many of something fall into each of a few bins, as columns that stand side by side,
// with axes. A bound is a dashed line at its place on the axis of values.
//
//   12 |  #            HistogramChart chart{{"sizes", "Group sizes.", ..}, "records", "groups"};
//      |  # #          chart.bins = {{0, 5, 3, "0 to 4"}, {5, 10, 12, "5 to 9"}, ..};
//    0 +---------      body.append(histogram_chart(chart));
//      0  5  10
//
// The bins are given, so that one who has a million groups counts them while they stream by.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "overt/html/figure.h"

namespace overt {

struct HistogramBin {
  double low = 0;
  double high = 0;
  std::uint64_t count = 0;
  std::string label;  // for the table: "0.10 to 0.15"
};

struct HistogramChart {
  FigureText text;
  std::string values;              // what the axis of values shows: "largest share of a value"
  std::string counted;             // what is counted: "groups"
  std::vector<HistogramBin> bins;  // ascending, next to each other or with gaps
  std::optional<Bound> bound;
  bool whole = false;  // the values are whole numbers
};

// REQUIRES: at least one bin, and low < high in each.
Html histogram_chart(const HistogramChart& chart);

}  // namespace overt
