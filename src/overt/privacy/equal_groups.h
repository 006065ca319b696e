#pragma once

// The groups of a table that is already there: records that are equal in every
// quasi-identifying column. A missing value is a value like any other; nobody
// is left out.
//
//   age  41  41  NULL  41
//   sex   F   F     F   M     ->   group_of {0, 0, 2, 1}, 3 groups
//
// Groups are numbered in the order of their codes. That only names them: no
// measure depends on it.
//
// Columns are taken together as the digits of one number. As long as that number
// is small (below a few times the number of records) nothing else is to be done;
// when it would grow too large, the numbers in use are renumbered 0, 1, .., and
// if that does not help, the records are sorted by the next column.
//
// Cost: O(records) a column, whatever the values; no hashing, so no input is slow.

#include <cstdint>
#include <span>
#include <vector>

#include "overt/table/column.h"

namespace overt {

struct EqualGroups {
  std::vector<std::uint32_t> group_of;  // one for each record
  std::uint32_t groups = 0;             // every number below it occurs
};

// REQUIRES: at least one column; all have the same number of records, and that
// is below 2^32.
EqualGroups equal_groups(std::span<const Column* const> columns);

}  // namespace overt
