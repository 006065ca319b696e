#pragma once

// Groups written down as counts, for tests of the measures: one row a group, one
// number a value of the table, 0 for a value that the group lacks.

#include <vector>

#include "overt/privacy/distribution.h"

namespace overt {

inline GroupDistributions groups_of(const std::vector<std::vector<std::uint64_t>>& rows) {
  GroupDistributions groups;
  for (const auto& row : rows) {
    std::vector<Code> values;
    std::vector<std::uint64_t> counts;
    for (std::size_t value = 0; value < row.size(); ++value) {
      if (row[value] == 0) continue;
      values.push_back(static_cast<Code>(value));
      counts.push_back(row[value]);
    }
    groups.add(values, counts);
  }
  return groups;
}

}  // namespace overt
