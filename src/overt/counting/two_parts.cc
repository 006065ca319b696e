#include "overt/counting/two_parts.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

namespace overt {
namespace {

constexpr double kMargin = 1e-9;

using Polynomial = std::vector<double>;

Interval around(double number) { return {number * (1 - kMargin), number * (1 + kMargin)}; }

double binomial(std::uint32_t n, std::uint32_t k, double p) {
  if (p <= 0 || p >= 1) return (p <= 0 ? k == 0 : k == n) ? 1 : 0;
  return std::exp(std::lgamma(n + 1.0) - std::lgamma(k + 1.0) - std::lgamma(n - k + 1.0) +
                  k * std::log(p) + (n - k) * std::log1p(-p));
}

// The coefficients up to x^degree.
Polynomial product(const Polynomial& a, const Polynomial& b, std::size_t degree) {
  if (a.empty() || b.empty()) return {};
  Polynomial result(std::min(a.size() + b.size() - 1, degree + 1), 0.0);
  for (std::size_t i = 0; i < a.size() && i < result.size(); ++i) {
    for (std::size_t j = 0; j < b.size() && i + j < result.size(); ++j) {
      result[i + j] += a[i] * b[j];
    }
  }
  return result;
}

}  // namespace

TwoParts two_parts(std::span<const std::uint32_t> counts, Part first, Part second) {
  const std::uint32_t all = first.size + second.size;
  assert(first.size > 0 && second.size > 0);
  assert(std::accumulate(counts.begin(), counts.end(), 0U) == all);
  const double p = static_cast<double>(first.size) / all;
  const std::size_t degree = first.size;

  // Each value within the caps; then the products of those before and of those after.
  std::vector<Polynomial> own;
  for (const std::uint32_t count : counts) {
    const auto most = static_cast<std::uint32_t>(std::min<std::uint64_t>(count, first.cap));
    const auto least = static_cast<std::uint32_t>(count > second.cap ? count - second.cap : 0);
    Polynomial& terms = own.emplace_back();
    if (least > most) continue;  // impossible: stays empty
    terms.assign(most + 1, 0.0);
    for (std::uint32_t n = least; n <= most; ++n) terms[n] = binomial(count, n, p);
  }
  std::vector<Polynomial> after(own.size() + 1);
  after.back() = {1.0};
  for (std::size_t v = own.size(); v-- > 0;) after[v] = product(own[v], after[v + 1], degree);

  TwoParts result;
  const double ways = after[0].size() > degree ? after[0][degree] : 0.0;
  if (ways <= 0) return result;  // positive terms do not vanish: there is no way
  result.good = around(ways / binomial(all, first.size, p));
  result.good.high = std::min(1.0, result.good.high);
  Polynomial before = {1.0};
  for (std::size_t v = 0; v < own.size(); ++v) {
    const Polynomial others = product(before, after[v + 1], degree);
    double in_first = 0;  // expected number of its records in the first part, times `ways`
    for (std::size_t n = 1; n < own[v].size() && n <= degree; ++n) {
      if (degree - n < others.size()) {
        in_first += static_cast<double>(n) * own[v][n] * others[degree - n];
      }
    }
    const Interval number = around(in_first / ways);
    result.chance[0].push_back({number.low / first.size, number.high / first.size});
    const double least = std::max(0.0, (counts[v] - number.high) / second.size);
    const double most = (counts[v] - number.low) / second.size;
    result.chance[1].push_back({least * (1 - kMargin), most * (1 + kMargin)});
    before = product(before, own[v], degree);
  }
  return result;
}

}  // namespace overt
