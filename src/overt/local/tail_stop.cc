#include "overt/local/tail_stop.h"

#include <algorithm>

namespace overt {

double veil_for(double failing, const CappedCount& value, std::uint32_t n) {
  constexpr double kOutward = 1e-12;  // relative; a handful of operations lose 1e-15
  if (failing <= 0) return 0;
  const double above = value.cap.above;
  const double below = value.cap.below;
  const double others = std::min(1.0, failing) * (1 - above / below);
  const double room =
      (static_cast<double>(n) * above - below * value.count) / (below * static_cast<double>(n));
  return others > 0 ? std::min(1.0, others / (room + others) * (1 + kOutward)) : 0;
}

double tail_stop(const SplitCase& split, const Tails& tails) {
  const std::uint32_t n = split.records();
  double failing = 0;
  for (const CappedCount& value : split.heavy) {
    const std::uint32_t m = value.count;
    failing +=
        tails.above({.size = n, .marked = m, .draws = split.first}, value.cap.most(split.first));
    failing +=
        tails.above({.size = n, .marked = m, .draws = split.second}, value.cap.most(split.second));
  }
  failing *= 1 + 1e-12;
  double pi = 0;
  for (const auto& values : {split.heavy, split.ends}) {
    for (const CappedCount& value : values) {
      // One at its cap asks for nothing beyond what a value that hardly occurs asks for.
      const CappedCount asking = value.at_cap(n) ? CappedCount{0, value.cap} : value;
      pi = std::max(pi, veil_for(failing, asking, n));
    }
  }
  return pi;
}

}  // namespace overt
