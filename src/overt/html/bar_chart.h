#pragma once

// Horizontal bars, one below the other, each with its label above it and its number behind
// it, so that long labels fit a narrow page. With two or three series, the bars of a label
// stand together (before and after). A bound is a dashed line across all of them.
//
//   flu                            BarChart chart{{"shares", "Shares.", ..}, "value", {"share"}};
//   ######## 33.3 %                chart.bars = {{"flu", {1.0 / 3}, {"33.3 %"}}, ..};
//   ulcer       |                  chart.bound = {1.0 / 2, "bound 1/2"};
//   ####### 30.0 %                 body.append(bar_chart(chart));

#include <optional>
#include <string>
#include <vector>

#include "overt/html/figure.h"

namespace overt {

struct Bar {
  std::string label;
  std::vector<double> values;      // one for each series, not negative
  std::vector<std::string> texts;  // the same as they are to be read
};

struct BarChart {
  FigureText text;
  std::string what;                 // what the labels are: "column"
  std::vector<std::string> series;  // one to three names
  std::vector<Bar> bars;
  std::optional<Bound> bound;
  double full = 0;  // value of a bar of full length; 0: the largest, or the bound
};

// REQUIRES: at least one bar, and as many values and texts as series in each.
Html bar_chart(const BarChart& chart);

}  // namespace overt
