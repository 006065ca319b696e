#pragma once

// Candidates made from groups, to check that what the algorithms return is self-contained
// (docs/algorithms/gda.md).

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <span>
#include <vector>

#include "overt/streamline/candidates.h"
#include "overt/table/groups.h"

namespace overt {

// The candidates of a partition whose groups keep the promise by themselves:
// every record finds its partners inside its group. In a group of n records,
// sorted by value, with m the largest count of a value, the partners of the
// record at place p stand at p + m, p + 2m, .., p + (l-1)m (modulo n). As l*m <= n,
// no two of these l places are closer than m, and equal values are: so they
// have l different values, and shifts are bijections. When all values of a
// group differ (m = 1), the shifts also connect it: it is minimal.
// REQUIRES: no value takes more than 1/l of a group.
inline Candidates candidates_within(const Groups& groups, std::span<const Code> values,
                                    std::uint32_t l) {
  Candidates result(values.size(), l);
  std::vector<Record> members;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    members.assign(groups[g].begin(), groups[g].end());
    std::sort(members.begin(), members.end(),
              [&](Record a, Record b) { return values[a] < values[b]; });
    std::size_t most = 0;
    for (std::size_t start = 0, p = 0; p < members.size(); ++p) {
      if (values[members[p]] != values[members[start]]) start = p;
      most = std::max(most, p - start + 1);
    }
    assert(most * l <= members.size());
    for (std::size_t p = 0; p < members.size(); ++p) {
      std::span<Record> partners = result.partners(members[p]);
      for (std::size_t u = 1; u < l; ++u) {
        partners[u - 1] = members[(p + u * most) % members.size()];
      }
    }
  }
  return result;
}

}  // namespace overt
