#pragma once

// Measured figures in JSON have so many places behind the point as they are worth.

#include <cmath>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>

#include "overt/base/ratio.h"

namespace overt {

inline double rounded(double value, int places) {
  const double scale = std::pow(10.0, places);
  return std::round(value * scale) / scale;
}

// A whole number as such, as far as readers of JSON have them.
inline nlohmann::ordered_json whole(Wide number) {
  if (number > std::numeric_limits<std::uint64_t>::max()) return static_cast<double>(number);
  return static_cast<std::uint64_t>(number);
}

}  // namespace overt
