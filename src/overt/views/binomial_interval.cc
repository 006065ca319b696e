#include "overt/views/binomial_interval.h"

#include <algorithm>
#include <cmath>

namespace overt::views {
namespace {

// The continued fraction of the incomplete beta function (Abramowitz and Stegun 26.5.8),
// evaluated by the method of Lentz.
double beta_fraction(double a, double b, double x) {
  constexpr double kTiny = 1e-300;
  constexpr int kMostTerms = 100'000;
  double c = 1, d = 1 - (a + b) * x / (a + 1);
  d = 1 / (std::abs(d) < kTiny ? kTiny : d);
  double result = d;
  for (int m = 1; m < kMostTerms; ++m) {
    const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    double change = 1;
    for (const double term : {even, odd}) {
      d = 1 + term * d;
      d = 1 / (std::abs(d) < kTiny ? kTiny : d);
      c = 1 + term / c;
      if (std::abs(c) < kTiny) c = kTiny;
      change = c * d;
      result *= change;
    }
    if (std::abs(change - 1) < 1e-14) break;
  }
  return result;
}

// The regularized incomplete beta function: P(Beta(a, b) <= x).
double beta_cdf(double a, double b, double x) {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const double log_front =
      std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) + a * std::log(x) + b * std::log1p(-x);
  // The fraction converges fast on the left side of the mean.
  if (x < (a + 1) / (a + b + 2)) return std::exp(log_front) * beta_fraction(a, b, x) / a;
  return 1 - std::exp(log_front) * beta_fraction(b, a, 1 - x) / b;
}

// The smallest x with P(Beta(a, b) <= x) >= p, to nine digits.
double beta_quantile(double a, double b, double p) {
  double low = 0, high = 1;
  while (high - low > 1e-10) {
    const double middle = (low + high) / 2;
    (beta_cdf(a, b, middle) < p ? low : high) = middle;
  }
  return (low + high) / 2;
}

}  // namespace

Interval binomial_interval(double successes, double trials, double alpha) {
  Interval result;
  const double failures = trials - successes;
  if (successes > 0) result.low = beta_quantile(successes, failures + 1, alpha / 2) - 1e-9;
  if (failures > 0) result.high = beta_quantile(successes + 1, failures, 1 - alpha / 2) + 1e-9;
  return {std::max(0.0, result.low), std::min(1.0, result.high)};
}

std::uint64_t samples_needed(double eps, double alpha) {
  // erfinv(1 - alpha) solves erfc(x) = alpha, which is accurate for a tiny alpha.
  double low = 0, high = 30;
  while (high - low > 1e-12) {
    const double middle = (low + high) / 2;
    (std::erfc(middle) > alpha ? low : high) = middle;
  }
  const double x = high / eps;
  auto samples = static_cast<std::uint64_t>(std::ceil(1 + 2 * x * x));
  for (;; samples += samples / 100 + 1) {
    // Intervals are widest at one half.
    const auto n = static_cast<double>(samples);
    const Interval widest = binomial_interval(n / 2, n, alpha);
    if (widest.high - widest.low <= eps) return samples;
  }
}

}  // namespace overt::views
