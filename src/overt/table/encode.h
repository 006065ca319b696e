#pragma once

// From texts to codes: reads a source to its end and builds the columns.
//
// Types are found by identity: a column is integer, decimal or date only if
// printing every parsed value gives back its bytes. So 01234, +5, 1e3 and
// 2024-02-30 make their column text, and nothing is lost by reading. Decimals
// are all in shortest form (0.5, 12) or all with the same number of decimals
// (0.50, 12.00). A declared type is believed: the texts are kept as they are,
// only their order follows the type.
//
// Cost: O(records) per column plus sorting the distinct values; columns run on
// several threads. Memory: 4 bytes a cell beside the source's blocks, which are
// let go column by column.

#include "overt/base/progress.h"
#include "overt/table/column.h"
#include "overt/table/source.h"

namespace overt {

// Reads the columns with these positions in the source. Throws Error{malformed}
// for an empty table and for a value that its declared type does not allow.
Table read_table(TableSource& source, const std::vector<std::size_t>& columns,
                 const ReadingRules& rules, Progress& progress);

}  // namespace overt
