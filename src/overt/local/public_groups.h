#pragma once

// The groups of the public tree (public_tree.h) where nothing is tested: k alone. Every cut that
// leaves k records on both sides is made, whatever the values are, so that the walk (local.h) would
// ask for nothing and learn nothing on its way. Here the same groups come in the same order from
// merged rows: each is looked at once, with the number of its records.
//
//   ages 20 20 31 40 62, k = 2   ->   {20 20 | 31 40 62}
//
// Parts of a node lie side by side in arrays of places, one array a column, and parts of the table
// are cut side by side by threads. What comes out does not hang on how many there are.
//
// Cost: O(records) for the rows, and O(rows * columns) for each level of the tree. Memory: 20 bytes
// a record and column, or row of a table of counts.

#include <cstdint>
#include <span>
#include <vector>

#include "overt/base/progress.h"
#include "overt/local/public_tree.h"
#include "overt/table/counted_groups.h"

namespace overt {

// Of the records 0..records-1, in groups of at least `smallest`. REQUIRES: records >= 1.
Groups public_groups(std::vector<SplitColumn> columns, std::size_t records, std::size_t smallest,
                     Progress& progress);

// The same of a table of counts, whose rows the columns have: groups of as many records, made of
// rows as a whole. REQUIRES: counts are not empty.
CountedGroups public_groups(std::vector<SplitColumn> columns, std::span<const std::uint64_t> counts,
                            std::size_t smallest, Progress& progress);

}  // namespace overt
