#include "overt/local/tail_stop.h"

#include <algorithm>

namespace overt {

double veil_for(double failing, std::uint32_t count, std::uint32_t n, std::uint32_t l) {
  constexpr double kOutward = 1e-12;  // relative; a handful of operations lose 1e-15
  if (failing <= 0) return 0;
  const double others = std::min(1.0, failing) * (1 - 1.0 / l);
  const double room =
      (static_cast<double>(n) - static_cast<double>(l) * count) / (static_cast<double>(l) * n);
  return std::min(1.0, others / (room + others) * (1 + kOutward));
}

double tail_stop(const SplitCase& split, const Tails& tails) {
  const std::uint32_t n = split.records();
  double failing = 0;
  // The largest count that asks for something; exactly 1/l asks for nothing (exact_stop.h).
  std::uint32_t largest = split.rest_largest;
  for (const std::uint32_t m : split.heavy) {
    failing += tails.above({.size = n, .marked = m, .draws = split.first}, split.first_cap());
    failing += tails.above({.size = n, .marked = m, .draws = split.second}, split.second_cap());
    if (std::uint64_t{m} * split.l < n) largest = std::max(largest, m);
  }
  return veil_for(failing * (1 + 1e-12), largest, n, split.l);
}

}  // namespace overt
