#include "overt/local/stages/deal.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <vector>

namespace overt {

BlindPlan plan_deal(const Multiset& values, std::uint32_t groups, RandomSource& coins,
                    std::uint32_t mixed_from) {
  BlindPlan plan{groups, std::vector<std::uint32_t>(size_of(values))};
  std::vector<std::uint32_t> begins;
  std::uint32_t end = 0;
  for (const CodeCount& own : values) {
    begins.push_back(end);
    end += own.count;
  }
  std::vector<std::uint32_t> round(groups);  // the groups in the order in which they are dealt to
  std::iota(round.begin(), round.end(), 0U);
  std::vector<std::uint8_t> has(groups, 0);  // the value that is dealt, from its first round
  std::uint32_t next = 0;                    // in the round
  const auto kinds = static_cast<std::uint32_t>(values.size());
  const bool mixed = groups >= mixed_from;
  const std::uint32_t first = mixed ? coins.below(kinds) : 0;
  for (std::uint32_t v = 0; v < kinds; ++v) {
    const std::size_t kind = (first + v) % kinds;
    const std::uint32_t count = values[kind].count;
    const std::span<std::uint32_t> part_of = std::span(plan.part_of).subspan(begins[kind], count);
    const std::uint32_t in_first = std::min(count, groups - next);  // of its first round
    for (std::uint32_t i = 0; i < count; ++i) {
      if (next == groups) {
        next = 0;
        if (mixed) shuffle(std::span(round), coins);
        const std::uint32_t left = count - i;
        if (mixed && i > 0 && left < groups) {  // those who have it come last
          std::stable_partition(round.begin(), round.end(),
                                [&](std::uint32_t g) { return has[g] == 0; });
          shuffle(std::span(round).subspan(left), coins);
        }
      }
      if (i < in_first) has[round[next]] = 1;
      part_of[i] = round[next++];
    }
    for (std::uint32_t i = 0; i < in_first; ++i) has[part_of[i]] = 0;
  }
  return plan;
}

bool deal_keeps(const Multiset& values, const Caps& caps, std::uint32_t groups) {
  const std::uint32_t smallest = size_of(values) / groups;
  return std::all_of(values.begin(), values.end(), [&](const CodeCount& own) {
    return (own.count + groups - 1) / groups <= caps[own.value].most(smallest);
  });
}

std::uint32_t most_groups(const Multiset& values, const Caps& caps, std::uint32_t smallest) {
  std::uint32_t tightest = std::max(smallest, 1U);
  for (const CodeCount& own : values) {
    const Cap& cap = caps[own.value];
    tightest = std::max(tightest, (cap.below + cap.above - 1) / cap.above);
  }
  std::uint32_t groups = std::max(1U, size_of(values) / tightest);
  while (groups > 1 && !deal_keeps(values, caps, groups)) --groups;
  return groups;
}

}  // namespace overt
