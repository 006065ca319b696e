#include "overt/release/counted_rows.h"

#include <algorithm>

namespace overt {

CountedRows counted_rows(const Arrangement& arrangement) {
  const Groups& groups = arrangement.groups;
  CountedRows rows;
  std::vector<Code> group;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    group.assign(arrangement.sensitive.begin() + groups.offsets[g],
                 arrangement.sensitive.begin() + groups.offsets[g + 1]);
    std::sort(group.begin(), group.end());
    for (std::size_t i = 0; i < group.size(); ++i) {
      if (i == 0 || group[i] != group[i - 1]) {
        rows.values.push_back(group[i]);
        rows.counts.push_back(0);
      }
      ++rows.counts.back();
    }
    rows.ends.push_back(static_cast<std::uint32_t>(rows.values.size()));
  }
  std::vector<std::uint32_t> distinct = rows.counts;
  std::sort(distinct.begin(), distinct.end());
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  for (std::uint32_t& count : rows.counts) {
    count = static_cast<std::uint32_t>(std::lower_bound(distinct.begin(), distinct.end(), count) -
                                       distinct.begin());
  }
  for (const std::uint32_t count : distinct) rows.numbers.push_back(std::to_string(count));
  return rows;
}

}  // namespace overt
