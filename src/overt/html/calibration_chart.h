#pragma once

// Is whoever says "70 %" right in 70 % of the cases? A line a guesser: how sure they say they are,
// from left to right, how often they are right, upwards; a dashed diagonal where both agree. Below
// it they are surer than they are right.
//
//   right |      .o             CalibrationChart chart{{"calibration", ..}};
//         |   .o'               chart.series = {{"learnt", {{"0.3 to 0.4", 306, 0.36, 0.35}, ..}}};
//         | o'                  body.append(calibration_chart(chart));
//         +-----------
//            said

#include <cstdint>
#include <string>
#include <vector>

#include "overt/html/figure.h"

namespace overt {

struct CalibrationPoint {
  std::string label;  // in the table: "0.3 to 0.4"
  std::uint64_t people = 0;
  double said = 0;
  double right = 0;
};

struct CalibrationSeries {
  std::string name;
  std::vector<CalibrationPoint> points;
};

struct CalibrationChart {
  FigureText text;
  std::vector<CalibrationSeries> series;
};

// REQUIRES: at least one series; all numbers are between 0 and 1.
Html calibration_chart(const CalibrationChart& chart);

}  // namespace overt
