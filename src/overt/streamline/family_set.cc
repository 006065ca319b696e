#include "overt/streamline/family_set.h"

#include <cassert>

namespace overt {

bool FamilySet::contains(const Groups& partition) const {
  if (!partition.is_partition_of(minimal_.records())) return false;
  std::vector<std::uint32_t> group_of(partition.records());
  for (std::uint32_t g = 0; g < partition.size(); ++g) {
    for (const Record record : partition[g]) group_of[record] = g;
  }
  for (std::size_t g = 0; g < minimal_.size(); ++g) {
    for (const Record record : minimal_[g]) {
      if (group_of[record] != group_of[minimal_[g].front()]) return false;
    }
  }
  return true;
}

Groups FamilySet::merged(std::span<const std::uint32_t> order,
                         std::span<const std::uint32_t> starts) const {
  assert(order.size() == minimal_.size());
  assert(!starts.empty() && starts.front() == 0);
  Groups result;
  result.members.reserve(minimal_.records());
  std::size_t next = 1;
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (next < starts.size() && starts[next] == i) {
      result.offsets.push_back(static_cast<std::uint32_t>(result.members.size()));
      ++next;
    }
    const auto group = minimal_[order[i]];
    result.members.insert(result.members.end(), group.begin(), group.end());
  }
  result.offsets.push_back(static_cast<std::uint32_t>(result.members.size()));
  return result;
}

}  // namespace overt
