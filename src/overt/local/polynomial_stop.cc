#include "overt/local/polynomial_stop.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "overt/local/capped_product.h"

namespace overt {
namespace {

constexpr double kUnit = 0x1p-53;
constexpr double kSmallest = 1e-45;  // terms below it are left out at both ends
constexpr double kLeftOut = 1e-25;   // more than all of them can be worth together

// The binomial probabilities of least..most out of m.
Polynomial<double> binomial(std::uint64_t m, double p, std::uint64_t least, std::uint64_t most) {
  std::vector<double> terms(m + 1, 0.0);
  const auto mode = std::min(m, static_cast<std::uint64_t>(static_cast<double>(m + 1) * p));
  const double odds = p / (1 - p);
  terms[mode] = 1;
  for (std::uint64_t x = mode; x < m && terms[x] > kSmallest; ++x) {
    terms[x + 1] = terms[x] * (static_cast<double>(m - x) * odds / static_cast<double>(x + 1));
  }
  for (std::uint64_t x = mode; x > 0 && terms[x] > kSmallest; --x) {
    terms[x - 1] = terms[x] * (static_cast<double>(x) / (static_cast<double>(m - x + 1) * odds));
  }
  const double sum = std::accumulate(terms.begin(), terms.end(), 0.0);
  const auto from = static_cast<std::ptrdiff_t>(least);
  const auto to = static_cast<std::ptrdiff_t>(most);
  Polynomial<double> result{from, {terms.begin() + from, terms.begin() + to + 1}};
  for (double& term : result.terms) term /= sum;
  result.trim(kSmallest);
  return result;
}

}  // namespace

double polynomial_stop(const SplitCase& split) {
  const std::uint64_t n = split.records();
  const double p = static_cast<double>(split.first) / static_cast<double>(n);
  const double margin = 32 * (static_cast<double>(n) + 64.0) * kUnit;
  std::vector<Polynomial<double>> factors;
  for (const CappedCount& value : split.heavy) {
    const std::uint64_t least = split.least(value);
    const std::uint64_t most = split.most(value);
    if (least > most) return 0;  // the cut fails whatever the arrangement: nothing to veil
    factors.push_back(binomial(value.count, p, least, most));
    if (factors.back().terms.empty()) return 0;  // good so rarely that x stays below d
  }
  factors.push_back(binomial(split.rest, p, 0, split.rest));
  const auto good = capped_product<double, double>(factors, split.first, kSmallest);
  const double all = binomial(n, p, split.first, split.first).terms[0];
  const double most_good = std::min(1.0, good.ways / all * (1 + margin) + kLeftOut);

  double pi = 0;
  // A value with m of the block's records, which share `in_first`, the expected number in
  // the first part (times the probability of a good split), evenly.
  const auto consider = [&](const CappedCount& value, std::uint64_t block, double in_first) {
    if (value.at_cap(n)) return;  // it asks for nothing: exact_stop.h
    const double m = value.count;
    const double above = value.cap.above;
    const double below = value.cap.below;
    const double portion = m / block;
    const double distance = (n * above - below * m) / (below * n) * (1 - 4 * kUnit);
    const double first = in_first / all * portion;
    const double both = good.ways / all * m;
    const double error = margin * both + kLeftOut * m;
    for (const double known :
         {(first - error) / split.first, (both - first - error) / split.second}) {
      // x, rounded up.
      const double x =
          (most_good * above / below - std::max(0.0, known)) * (1 + 8 * kUnit) + 8 * kUnit;
      if (x > distance) pi = std::max(pi, 1 - distance / x);
    }
  };
  for (std::size_t v = 0; v < split.heavy.size(); ++v) {
    consider(split.heavy[v], split.heavy[v].count, good.weighted[v]);
  }
  for (const CappedCount& end : split.ends) consider(end, split.rest, good.weighted.back());
  return pi > 0 ? std::min(1.0, pi + 8 * kUnit) : 0;
}

}  // namespace overt
