#include "overt/release/counted_rows.h"

#include <algorithm>
#include <set>

namespace overt {

CountedRows counted_rows(const Arrangement& arrangement, std::span<const Code> of_rows) {
  const Groups& groups = arrangement.groups;
  CountedRows rows;
  struct ValueOfMember {
    Code value;
    std::uint64_t count;
  };
  std::vector<ValueOfMember> group;
  std::vector<std::uint64_t> counts;  // of each row
  for (std::size_t g = 0; g < groups.size(); ++g) {
    group.clear();
    for (std::uint32_t m = groups.offsets[g]; m < groups.offsets[g + 1]; ++m) {
      if (arrangement.counts.empty()) {
        group.push_back({arrangement.sensitive[m], 1});
      } else {
        const Code value = of_rows.empty() ? 0 : of_rows[groups.members[m]];
        group.push_back({value, arrangement.counts[m]});
      }
    }
    std::sort(group.begin(), group.end(), [](const ValueOfMember& one, const ValueOfMember& other) {
      return one.value < other.value;
    });
    for (std::size_t i = 0; i < group.size(); ++i) {
      if (i == 0 || group[i].value != group[i - 1].value) {
        rows.values.push_back(group[i].value);
        counts.push_back(0);
      }
      counts.back() += group[i].count;
    }
    rows.ends.push_back(static_cast<std::uint32_t>(rows.values.size()));
  }
  std::set<std::uint64_t> found(counts.begin(), counts.end());
  const std::vector<std::uint64_t> distinct(found.begin(), found.end());
  rows.counts.reserve(counts.size());
  for (const std::uint64_t count : counts) {
    rows.counts.push_back(static_cast<std::uint32_t>(
        std::lower_bound(distinct.begin(), distinct.end(), count) - distinct.begin()));
  }
  for (const std::uint64_t count : distinct) rows.numbers.push_back(std::to_string(count));
  return rows;
}

}  // namespace overt
