#include "overt/release/counted_rows.h"

#include <algorithm>
#include <set>

namespace overt {

CountedRows counted_rows(const Arrangement& arrangement, std::span<const Code> of_rows) {
  const Groups& groups = arrangement.groups;
  CountedRows rows;
  struct ValueOfMember {
    Code value;
    std::uint32_t count;
  };
  std::vector<ValueOfMember> group;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    group.clear();
    for (std::uint32_t m = groups.offsets[g]; m < groups.offsets[g + 1]; ++m) {
      if (arrangement.counts.empty()) {
        group.push_back({arrangement.sensitive[m], 1});
      } else {
        group.push_back({of_rows[groups.members[m]], arrangement.counts[m]});
      }
    }
    std::sort(group.begin(), group.end(), [](const ValueOfMember& one, const ValueOfMember& other) {
      return one.value < other.value;
    });
    for (std::size_t i = 0; i < group.size(); ++i) {
      if (i == 0 || group[i].value != group[i - 1].value) {
        rows.values.push_back(group[i].value);
        rows.counts.push_back(0);
      }
      rows.counts.back() += group[i].count;
    }
    rows.ends.push_back(static_cast<std::uint32_t>(rows.values.size()));
  }
  std::set<std::uint32_t> found(rows.counts.begin(), rows.counts.end());
  const std::vector<std::uint32_t> distinct(found.begin(), found.end());
  for (std::uint32_t& count : rows.counts) {
    count = static_cast<std::uint32_t>(std::lower_bound(distinct.begin(), distinct.end(), count) -
                                       distinct.begin());
  }
  for (const std::uint32_t count : distinct) rows.numbers.push_back(std::to_string(count));
  return rows;
}

}  // namespace overt
