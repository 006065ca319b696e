#pragma once

// Small tables for the tests of the streamliner's algorithms.

#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>
#include <vector>

#include "overt/base/random.h"
#include "overt/table/column.h"
#include "overt/table/groups.h"

namespace overt {

// Records with value 0, then with value 1, ..: as many as `sizes` says.
inline std::vector<Code> table_with(const std::vector<std::uint32_t>& sizes) {
  std::vector<Code> values;
  for (Code v = 0; v < sizes.size(); ++v) values.insert(values.end(), sizes[v], v);
  return values;
}

// All ways to write n as a sum of positive numbers up to `largest`, largest first.
inline void partitions(std::uint32_t n, std::uint32_t largest, std::vector<std::uint32_t>& sizes,
                       const std::function<void(const std::vector<std::uint32_t>&)>& use) {
  if (n == 0) use(sizes);
  for (std::uint32_t part = std::min(n, largest); part > 0; --part) {
    sizes.push_back(part);
    partitions(n - part, part, sizes, use);
    sizes.pop_back();
  }
}

// Every multiset of n values that is l-eligible, as the sizes of its colours.
inline void for_each_eligible(std::uint32_t n, std::uint32_t l,
                              const std::function<void(const std::vector<std::uint32_t>&)>& use) {
  std::vector<std::uint32_t> sizes;
  partitions(n, n / l, sizes, use);
}

// Sizes of colours at the edge of eligibility: the largest ones have N/l or a
// little less.
inline std::vector<std::uint32_t> sizes_at_the_edge(std::uint32_t l, std::uint32_t most,
                                                    RandomSource& coins) {
  std::vector<std::uint32_t> sizes(coins.below(2 * l), most);
  std::uint32_t records = most * static_cast<std::uint32_t>(sizes.size());
  while (records < l * most) {
    sizes.push_back(1 + coins.below(most));
    records += sizes.back();
  }
  return sizes;
}

// The largest count of a value in a group, times l, is at most its size: in all
// groups of a partition of all records.
inline bool keeps_the_promise(const Groups& groups, const std::vector<Code>& values,
                              std::uint32_t l) {
  if (!groups.is_partition_of(values.size())) return false;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    std::vector<Code> inside;
    for (const Record record : groups[g]) inside.push_back(values[record]);
    std::sort(inside.begin(), inside.end());
    for (auto from = inside.begin(); from != inside.end();) {
      const auto to = std::upper_bound(from, inside.end(), *from);
      if (static_cast<std::size_t>(to - from) * l > inside.size()) return false;
      from = to;
    }
  }
  return true;
}

}  // namespace overt
