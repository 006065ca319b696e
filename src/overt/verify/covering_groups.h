#pragma once

// Which groups may hold a record: those that have its value, and whose rectangles cover its codes
// in the columns that tell most groups apart. For a release whose grouping is not known: of 100,000
// groups with narrow rectangles some hundred are left to look at, not half of them.
//
//   {age 20..29, F} {age 20..29, M} {age 30..39, F}      F of 25   ->   the first
//
// Columns are used as long as the lists have at most a few entries for each record: wide rectangles
// stand in many lists, and hardly need any, since the first ones that are looked at cover a record.
//
// Cost: O(records) memory; O(entries of the lists).

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "overt/verify/cell_matcher.h"

namespace overt {

class CoveringGroups {
 public:
  // Of each group its cells, one a column, and the codes of its sensitive values; `order` has all
  // groups, those that are to be looked at first in front. `domains` of the columns, with the code
  // of the missing value, which is the last, whether it occurs or not. `values`: their domain.
  CoveringGroups(const std::vector<std::vector<CodeCell>>& rectangles,
                 const std::vector<std::vector<Code>>& values_of,
                 const std::vector<std::uint32_t>& order, std::vector<Code> domains,
                 std::size_t values, std::size_t records);

  // Every group that can hold a record with this value and these codes, one a column.
  template <typename CodeOf>
  std::span<const std::uint32_t> of(Code value, const CodeOf& code_of_column) const {
    std::size_t key = value;
    for (const std::size_t c : chosen_) key = key * domains_[c] + code_of_column(c);
    return std::span(groups_).subspan(begins_[key], begins_[key + 1] - begins_[key]);
  }

 private:
  std::vector<Code> domains_;
  std::vector<std::size_t> chosen_;  // columns
  std::vector<std::size_t> begins_;  // of each list, and the end of the last
  std::vector<std::uint32_t> groups_;
};

}  // namespace overt
