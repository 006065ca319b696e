#pragma once

// Measured figures in JSON have so many places behind the point as they are worth.

#include <cmath>

namespace overt {

inline double rounded(double value, int places) {
  const double scale = std::pow(10.0, places);
  return std::round(value * scale) / scale;
}

}  // namespace overt
