#include "overt/counting/tails.h"

#include <algorithm>
#include <cmath>

namespace overt {
namespace {

constexpr double kLongest = 1e6;  // multiplications of a convolution before Hoeffding steps in
constexpr double kLargest = 1e6;  // records of a group up to which the factorials are near enough
constexpr std::uint64_t kTabled = 1 << 16;  // factorials; from here on Stirling's are as exact
constexpr double kOutward = 1e-6;           // relative; far above what rounding can lose below

}  // namespace

Tails::Tails(std::uint64_t records) : log_factorial_(std::min(records, kTabled) + 1, 0.0) {
  // Summed in long double: in double the errors of all terms would add up.
  long double sum = 0;
  for (std::uint64_t n = 2; n < log_factorial_.size(); ++n) {
    sum += std::log(static_cast<long double>(n));
    log_factorial_[n] = static_cast<double>(sum);
  }
}

// The logarithm of n!: what the series leaves out is below 1 / (360 n^3), which no double can tell
// from 0 beside a number of this size. What is left of differences of such numbers is small, so
// that they are taken in long double.
long double Tails::stirling(std::uint64_t n) {
  const auto x = static_cast<long double>(n);
  const long double half_log_of_two_pi = 0.918938533204672741780329736406L;
  return (x + 0.5L) * std::log(x) - x + half_log_of_two_pi + 1 / (12 * x);
}

// P(X = 0), P(X = 1), .. up to `cap`.
std::vector<double> Tails::distribution(const Draw& draw, std::uint64_t cap) const {
  const auto choose = [&](std::uint64_t n, std::uint64_t k) {
    return log_factorial(n) - log_factorial(k) - log_factorial(n - k);
  };
  const std::uint64_t others = draw.size - draw.marked;
  const std::uint64_t least = draw.draws > others ? draw.draws - others : 0;
  const std::uint64_t most = std::min<std::uint64_t>({draw.marked, draw.draws, cap});
  std::vector<double> result(most + 1, 0.0);
  const long double all = choose(draw.size, draw.draws);
  for (std::uint64_t x = least; x <= most; ++x) {
    result[x] = static_cast<double>(
        std::exp(choose(draw.marked, x) + choose(others, draw.draws - x) - all));
  }
  return result;
}

double Tails::at_most(std::span<const Draw> draws, std::uint64_t cap) const {
  double work = 0;
  double length = 1;
  double mean = 0;
  double taken = 0;
  double largest = 0;
  for (const Draw& draw : draws) {
    const double own =
        std::min<double>({static_cast<double>(draw.marked), static_cast<double>(draw.draws),
                          static_cast<double>(cap)}) +
        1;
    work += length * own;
    length = std::min(length + own, static_cast<double>(cap) + 1);
    mean += static_cast<double>(draw.draws) * static_cast<double>(draw.marked) /
            static_cast<double>(draw.size);
    taken += static_cast<double>(draw.draws);
    largest = std::max(largest, static_cast<double>(draw.size));
  }
  if (work > kLongest || largest > kLargest) {
    const double below = mean - static_cast<double>(cap);
    if (below <= 0) return 1;
    return std::min(1.0, std::exp(-2 * below * below / taken * (1 - kOutward)) * (1 + kOutward));
  }
  std::vector<double> sum = {1.0};
  for (const Draw& draw : draws) {
    const std::vector<double> own = distribution(draw, cap);
    std::vector<double> next(std::min<std::uint64_t>(sum.size() + own.size() - 1, cap + 1), 0.0);
    for (std::size_t i = 0; i < sum.size(); ++i) {
      for (std::size_t x = 0; x < own.size() && i + x < next.size(); ++x) {
        next[i + x] += sum[i] * own[x];
      }
    }
    sum = std::move(next);
  }
  double total = 0;
  for (const double p : sum) total += p;
  return std::min(1.0, total * (1 + kOutward) + 1e-300);
}

namespace {

// At least the sum of the terms of x, x + 1, .. `most`, the first of which is `term`. The ratio
// of neighbouring ones, ratio(x) = P(x + 1) / P(x), falls, so behind any term the rest is below
// a geometric series.
template <typename RatioOf>
double tail_from(double term, std::uint64_t x, std::uint64_t most, double outward,
                 const RatioOf& ratio_of) {
  constexpr int kTerms = 64;
  double sum = 0;
  for (int i = 1;; ++i) {
    sum += term;
    if (x == most) return std::min(1.0, sum * outward + 1e-300);
    const double ratio = ratio_of(x);
    const double rest = ratio < 1 - 1e-9 ? term * ratio / (1 - ratio) : 1;
    if (i == kTerms || rest <= 1e-3 * sum) {
      return std::min(1.0, (sum + rest) * outward + 1e-300);
    }
    term *= ratio;
    ++x;
  }
}

// The logarithms of larger factorials are less exact.
double outward_for(double size) { return 1 + kOutward * std::max(1.0, size / kLargest); }

}  // namespace

double Tails::exactly(const Draw& draw, std::uint64_t x) const {
  const std::uint64_t others = draw.size - draw.marked;
  if (x > std::min(draw.marked, draw.draws) || x + others < draw.draws) return 0;
  const auto choose = [&](std::uint64_t n, std::uint64_t k) {
    return log_factorial(n) - log_factorial(k) - log_factorial(n - k);
  };
  const auto p = static_cast<double>(std::exp(
      choose(draw.marked, x) + choose(others, draw.draws - x) - choose(draw.size, draw.draws)));
  return std::min(1.0, p * outward_for(static_cast<double>(draw.size)) + 1e-300);
}

double Tails::above(const Draw& draw, std::uint64_t cap) const {
  const std::uint64_t most = std::min(draw.marked, draw.draws);
  if (cap >= most) return 0;
  const std::uint64_t others = draw.size - draw.marked;
  const auto choose = [&](std::uint64_t n, std::uint64_t k) {
    return log_factorial(n) - log_factorial(k) - log_factorial(n - k);
  };
  const std::uint64_t first = cap + 1;
  if (first + others < draw.draws) return 1;
  const auto term =
      static_cast<double>(std::exp(choose(draw.marked, first) + choose(others, draw.draws - first) -
                                   choose(draw.size, draw.draws)));
  return tail_from(term, first, most, outward_for(static_cast<double>(draw.size)),
                   [&](std::uint64_t x) {
                     return static_cast<double>(draw.marked - x) / static_cast<double>(x + 1) *
                            (static_cast<double>(draw.draws - x) /
                             static_cast<double>(others + x + 1 - draw.draws));
                   });
}

}  // namespace overt
