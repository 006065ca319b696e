#include "overt/table/groups.h"

#include <numeric>

#include <utility>

namespace overt {

Groups Groups::of_equal_size(std::vector<Record> members, std::uint32_t size) {
  Groups groups;
  groups.members = std::move(members);
  groups.offsets.reserve(groups.members.size() / size + 1);
  for (std::size_t end = size; end <= groups.members.size(); end += size) {
    groups.offsets.push_back(static_cast<std::uint32_t>(end));
  }
  return groups;
}

Groups Groups::by_label(std::span<const std::uint32_t> label, std::uint32_t labels) {
  Groups groups;
  groups.offsets.assign(labels + 1, 0);
  for (const std::uint32_t own : label) ++groups.offsets[own + 1];
  std::partial_sum(groups.offsets.begin(), groups.offsets.end(), groups.offsets.begin());
  std::vector<std::uint32_t> place = groups.offsets;
  groups.members.resize(label.size());
  for (Record r = 0; r < label.size(); ++r) groups.members[place[label[r]]++] = r;
  return groups;
}

bool Groups::is_partition_of(std::size_t records) const {
  if (offsets.empty() || offsets.front() != 0 || offsets.back() != members.size()) return false;
  for (std::size_t g = 0; g + 1 < offsets.size(); ++g) {
    if (offsets[g] >= offsets[g + 1]) return false;
  }
  if (members.size() != records) return false;
  std::vector<bool> seen(records);
  for (const Record record : members) {
    if (record >= records || seen[record]) return false;
    seen[record] = true;
  }
  return true;
}

}  // namespace overt
