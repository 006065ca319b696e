#include "overt/local/slack_stop.h"

#include <algorithm>

namespace overt {
namespace {

constexpr double kOutward = 1 + 1e-12;  // relative; a handful of operations lose 1e-15

// At least the probability that a part of `size` records has more than its cap of a value with
// m records, when every group's share of it is at most `share`.
double failing_part(std::uint32_t m, std::uint32_t size, double share, const Cap& cap,
                    const Tails& tails) {
  const std::uint32_t most = cap.most(size);
  if (m <= most) return 0;
  const double mean = size * share * kOutward;
  if (mean > most) return 1;  // Hoeffding's theorem speaks of the tail above the mean
  const std::uint32_t trials = std::min(m, size);
  return tails.above_binomial(trials, std::min(1.0, mean / trials * kOutward), most);
}

}  // namespace

double slack_stop(const Multiset& values, const Caps& caps, std::uint32_t first,
                  std::uint32_t second, std::uint32_t groups, const Tails& tails) {
  const std::uint32_t smallest = (first + second) / groups;
  double failing = 0;
  double least_room = 1;  // (cap - s') / (1 - cap)
  // False where the groups have no slack.
  const auto add = [&](std::uint32_t count, const Cap& cap) {
    if (!cap.binds()) return true;
    const std::uint64_t most = (count + groups - 1) / groups;
    if (most * cap.below >= std::uint64_t{smallest} * cap.above) return false;
    const double share = static_cast<double>(most) / smallest;
    failing += failing_part(count, first, share, cap, tails) +
               failing_part(count, second, share, cap, tails);
    // In whole numbers, so that a little slack is not lost to rounding.
    const double room =
        (static_cast<double>(smallest) * cap.above - static_cast<double>(most) * cap.below) /
        (static_cast<double>(smallest) * (cap.below - cap.above));
    least_room = std::min(least_room, room);
    return true;
  };
  for (const CodeCount& own : values) {
    if (!add(own.count, caps[own.value])) return 1;
  }
  if (caps.has_sets()) {
    if (!caps.nested()) return 1;  // no deal has that few of all of them for sure
    for (const CodeCount& own : caps.counts_of_sets(values)) {
      if (!add(own.count, caps.of_set(own.value))) return 1;
    }
  }
  if (failing <= 0) return 0;
  failing = std::min(1.0, failing * kOutward);
  return std::min(1.0, failing / (failing + least_room) * kOutward);
}

}  // namespace overt
