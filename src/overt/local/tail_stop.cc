#include "overt/local/tail_stop.h"

#include <algorithm>

#include "overt/local/swap_veil.h"

namespace overt {

double veil_for(double failing, const CappedCount& value, std::uint64_t n) {
  constexpr double kOutward = 1e-12;  // relative; a handful of operations lose 1e-15
  if (failing <= 0) return 0;
  const double above = value.cap.above;
  const double below = value.cap.below;
  const double others = std::min(1.0, failing) * (1 - above / below);
  // In whole numbers, so that a little slack is not lost to rounding.
  const auto slack =
      static_cast<double>(Wide{n} * value.cap.above - Wide{value.count} * value.cap.below);
  const double room = slack / (below * static_cast<double>(n));
  return others > 0 ? std::min(1.0, others / (room + others) * (1 + kOutward)) : 0;
}

double failing(const SplitCase& split, const Tails& tails) {
  const std::uint64_t n = split.records();
  double sum = 0;
  const auto add = [&](const CappedCount& value) {
    const std::uint64_t m = value.count;
    sum += tails.above({.size = n, .marked = m, .draws = split.first}, value.cap.most(split.first));
    sum +=
        tails.above({.size = n, .marked = m, .draws = split.second}, value.cap.most(split.second));
  };
  for (const CappedCount& value : split.heavy) add(value);
  for (const CappedCount& set : split.sets) {
    if (split.is_heavy(set)) add(set);
  }
  return sum * (1 + 1e-12);
}

namespace {

// At least the probability that a part of `size` records has exactly one record too many of a
// value, given that one of them, which has it, was swapped with one of the other part.
double one_too_many(const CappedCount& value, std::uint64_t n, std::uint64_t size,
                    const Tails& tails) {
  const std::uint64_t cap = value.cap.most(size);
  const std::uint64_t others = value.count - 1;
  // Whether the other one is known, too, hangs on which of the two has the value.
  return std::max(tails.exactly({.size = n - 1, .marked = others, .draws = size - 1}, cap),
                  tails.exactly({.size = n - 2, .marked = others, .draws = size - 1}, cap));
}

// By the whole chance to fail in place of a difference.
double by_failure(const SplitCase& split, const Tails& tails) {
  const std::uint64_t n = split.records();
  const double some = failing(split, tails);
  double pi = 0;
  for (const auto& values : {split.heavy, split.ends, split.sets}) {
    for (const CappedCount& value : values) {
      // One at its cap asks for nothing beyond what a value that hardly occurs asks for.
      const CappedCount asking =
          value.at_cap(n) ? CappedCount{.count = 0, .cap = value.cap} : value;
      pi = std::max(pi, veil_for(some, asking, n));
    }
  }
  return pi;
}

double by_swap(const SplitCase& split, const Tails& tails) {
  const std::uint64_t n = split.records();
  if (n <= 2) return 1;
  SwapDifference difference;
  const auto chance = [&](const CappedCount& own, std::uint64_t size) {
    return one_too_many(own, n, size, tails);
  };
  if (split.sets.empty()) {
    for (const CappedCount& value : split.heavy) {
      difference.add(chance(value, split.first), chance(value, split.second));
    }
  }
  // A swap changes all sets that one of the two values is in.
  for (const std::vector<CappedCount>& chain : split.chains) {
    double in_first = 0;
    double in_second = 0;
    for (const CappedCount& own : chain) {
      in_first += chance(own, split.first);
      in_second += chance(own, split.second);
    }
    difference.add(in_first, in_second);
  }
  double pi = 0;
  for (const auto& values : {split.heavy, split.ends, split.sets}) {
    for (const CappedCount& value : values) {
      if (value.at_cap(n) || !value.cap.binds()) continue;  // it asks for nothing
      pi = std::max(pi, swap_veil(difference.most(), value.count, n, value.cap));
    }
  }
  return pi;
}

}  // namespace

double tail_stop(const SplitCase& split, const Tails& tails) {
  if (split.sets.empty()) return by_swap(split, tails);
  return std::min(by_swap(split, tails), by_failure(split, tails));
}

}  // namespace overt
