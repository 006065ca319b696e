#include "overt/table/counted_groups.h"

#include <algorithm>
#include <utility>

namespace overt {

void CountedGroups::add_records(std::span<const Record> records) {
  const std::size_t begin = groups.members.size();
  for (const Record row : records) {
    if (groups.members.size() == begin || groups.members.back() != row) {
      groups.members.push_back(row);
      counts.push_back(0);
    }
    ++counts.back();
  }
  groups.offsets.push_back(static_cast<std::uint32_t>(groups.members.size()));
}

bool CountedGroups::is_partition_of(std::span<const std::uint64_t> row_counts) const {
  const std::vector<std::uint32_t>& ends = groups.offsets;
  if (ends.empty() || ends.front() != 0 || ends.back() != groups.members.size()) return false;
  if (counts.size() != groups.members.size()) return false;
  for (std::size_t g = 0; g + 1 < ends.size(); ++g) {
    if (ends[g] >= ends[g + 1]) return false;
  }
  std::vector<std::uint64_t> left(row_counts.begin(), row_counts.end());
  std::uint64_t members = 0;
  std::uint64_t all = 0;
  for (const std::uint64_t count : row_counts) all += count;
  for (std::size_t m = 0; m < counts.size(); ++m) {
    const Record row = groups.members[m];
    if (row >= left.size() || counts[m] == 0 || counts[m] > left[row]) return false;
    left[row] -= counts[m];
    members += counts[m];
  }
  return members == all;
}

CountedGroups counted_groups(Groups groups, std::span<const Record> row_of) {
  CountedGroups result;
  // In place: rows of a group never need more room than its records.
  std::size_t written = 0;
  std::uint32_t begin = 0;
  for (std::size_t g = 1; g < groups.offsets.size(); ++g) {
    const std::uint32_t end = groups.offsets[g];
    const auto first = groups.members.begin() + begin;
    const auto last = groups.members.begin() + end;
    for (auto at = first; at != last; ++at) *at = row_of[*at];
    std::sort(first, last);
    const std::size_t own = written;
    for (auto at = first; at != last; ++at) {
      if (written == own || groups.members[written - 1] != *at) {
        groups.members[written++] = *at;
        result.counts.push_back(0);
      }
      ++result.counts.back();
    }
    groups.offsets[g] = static_cast<std::uint32_t>(written);
    begin = end;
  }
  groups.members.resize(written);
  result.groups = std::move(groups);
  return result;
}

}  // namespace overt
