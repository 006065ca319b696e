#include "grouping.h"

#include <vector>

#include "measure.h"

namespace overt::bench {

void check_grouping(const Groups& groups, std::span<const Code> values, Code domain,
                    std::uint32_t l) {
  std::vector<bool> seen(values.size(), false);
  std::size_t found = 0;
  std::vector<std::uint32_t> count(domain, 0);
  for (std::size_t g = 0; g < groups.size(); ++g) {
    expect(!groups[g].empty(), "grouping: an empty group");
    for (const Record record : groups[g]) {
      expect(record < values.size() && !seen[record], "grouping: not a partition");
      seen[record] = true;
      ++found;
      ++count[values[record]];
    }
    for (const Record record : groups[g]) {
      expect(std::size_t{count[values[record]]} * l <= groups[g].size(),
             "grouping: a value has more than 1/l of a group");
    }
    for (const Record record : groups[g]) count[values[record]] = 0;
  }
  expect(found == values.size(), "grouping: a record without a group");
}

double dm_excess_percent(const Groups& groups, std::uint32_t l) {
  double dm = 0;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const auto size = static_cast<double>(groups[g].size());
    dm += size * size;
  }
  return 100 * (dm / (static_cast<double>(groups.records()) * l) - 1);
}

}  // namespace overt::bench
