#pragma once

// The risk-utility frontier: what methods lose, for each of a few promises. A column is a
// promise, a point a method with its name beside it, a colour a guarantee level; lines lead
// from a method to itself under the next promise. Points on the frontier are large.
//
//   NCP  |            o rda        FrontierChart chart{{"ncp", "NCP.", ..}, "NCP", {2, 4}};
//        |  o rda                  chart.points = {{"local", 0, 2, 0.1, true}, ..};
//        |  O local   O local      body.append(frontier_chart(chart));
//        +--1/2-------1/4---
//
// Names of a column that would lie on each other move apart, and thin lines lead to their
// points. Where there is one promise only, methods stand side by side.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "overt/html/figure.h"

namespace overt {

inline constexpr std::size_t kMostPromises = 6;  // of one chart: more would not be readable

struct FrontierPoint {
  std::string method;
  std::size_t level = 0;  // of levels
  std::int64_t l = 0;     // 0: caps of another kind, which no other promise is next to
  double loss = 0;
  bool frontier = false;
  std::optional<double> stress = {};  // the loss in the worst case: a thin line leads to it
};

struct FrontierChart {
  FigureText text;
  std::string loss;  // what is lost, the name of the upright axis
  std::vector<std::int64_t> promises;
  std::vector<std::string> levels;    // one to three names, for the legend
  std::vector<FrontierPoint> points;  // a method's under neighbouring promises in this order
  double most = 0;                    // of the upright axis; 0: the largest loss
};

// REQUIRES: one to kMostPromises promises, and every point has one of them.
Html frontier_chart(const FrontierChart& chart);

}  // namespace overt
