#pragma once

// The two axes of a drawing: where a number stands, round ticks, and names. The name of the
// upright axis stands above it, horizontally, where it can be read.

#include <string>

#include "overt/html/figure.h"

namespace overt {

struct Axes {
  static constexpr double kHeight = 260;
  static constexpr double kTop = 38;
  static constexpr double kBottom = 212;
  static constexpr double kRight = kDrawingWidth - 12;

  std::string x_name;
  std::string y_name;
  double low_x = 0;
  double high_x = 1;
  double low_y = 0;
  double high_y = 1;
  bool whole_x = false;  // no tick between whole numbers
  bool whole_y = false;

  // Where a number stands, in units of the drawing. An axis without extent is taken to be
  // 1 long.
  double x(double value) const;
  double y(double value) const;
  double left() const;  // room for the longest tick of the upright axis

  void draw(Drawing& drawing) const;
  // A dashed line across the drawing.
  void mark_x(Drawing& drawing, const Bound& bound) const;
  void mark_y(Drawing& drawing, const Bound& bound) const;
};

}  // namespace overt
