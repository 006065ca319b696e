#include "overt/counting/point_bound.h"

#include <algorithm>
#include <cmath>

namespace overt {
namespace {

constexpr double kTwoPi = 6.283185307179586;
constexpr double kPointOutward = 1 + 1e-9;  // relative; far above what rounding and bisection lose

// Outward by what the two terms lose where they are large and their difference is not.
double h(double v, double gap) {
  return std::exp(gap * (0x1p-50 - 1) + v * std::log1p(gap / v)) / std::sqrt(kTwoPi * v);
}

// The sign of the derivative of ln h, at x = gap / v.
double rises(double x, double gap) { return std::log1p(x) - x / (1 + x) - x / (2 * gap); }

// The v at which h turns down for the second time; 0 where it never rises.
double turn(double gap) {
  if (gap <= 2) return 0;  // the derivative of rises() is x / (1 + x)^2 - 1 / (2 gap) <= 0
  // It grows between the two roots of x / (1 + x)^2 = 1 / (2 gap): up to the larger one.
  double high = gap - 1 + std::sqrt(gap * (gap - 2));
  if (rises(high, gap) <= 0) return 0;
  double low = 1 / high;  // their product is 1
  for (int i = 0; i < 40; ++i) {
    const double middle = (low + high) / 2;
    (rises(middle, gap) > 0 ? high : low) = middle;
  }
  return gap / low;
}

}  // namespace

double point_bound(std::uint64_t trials, double mean, std::uint64_t c) {
  if (c > trials) return 0;
  const double gap = static_cast<double>(c) - mean;
  if (gap <= 0) return 1;
  double result = std::pow(mean / static_cast<double>(c) * (1 + 0x1p-51), static_cast<double>(c));
  if (c < trials) {
    const double all = static_cast<double>(trials);
    const double largest = static_cast<double>(c) * static_cast<double>(trials - c) / all;
    result = std::max(result, h(0.5, gap));
    const double turned = turn(gap);
    if (turned > 0.5) result = std::max(result, h(std::min(turned, largest), gap));
  }
  return std::min(1.0, result * kPointOutward);
}

}  // namespace overt
