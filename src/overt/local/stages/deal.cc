#include "overt/local/stages/deal.h"

#include <algorithm>

namespace overt {

BlindPlan plan_deal(std::uint32_t records, std::uint32_t groups) {
  BlindPlan plan{groups, {}};
  plan.part_of.reserve(records);
  std::uint32_t group = 0;
  for (std::uint32_t i = 0; i < records; ++i) {
    plan.part_of.push_back(group);
    group = group + 1 == groups ? 0 : group + 1;
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
