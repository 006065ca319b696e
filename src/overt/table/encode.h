#pragma once

// From texts to codes: reads a source to its end and builds the columns.
//
// Types are found by identity: a column is integer, decimal, number, date, timestamp or time only
// if all its values are written as programs write such values. So 01234, +5, 1E3 and 2024-02-30
// make their column text. Decimals all have the same number of decimals (0.50, 12.00) and keep
// their texts. Numbers (0.5, 12, 1e-05, 22.0) are compared by value, and kept in the shortest form
// that reads back (number_text.h); whole ones are integers. Timestamps that are all midnight are
// dates. A declared type is believed: the texts are kept as they are (but for numbers), only
// their order follows the type.
//
// A column of a hundred records or more in which all values but one in a hundred at most are
// numbers, or dates and times, is not quietly taken for text: it is an error that says where the
// first odd one is. So is NaN or an infinity among numbers, and an empty field that ReadingRules do
// not take for missing.
//
// Cost: O(records) per column plus sorting the distinct values; columns run on
// several threads. Memory: 4 bytes a cell beside the source's blocks, which are
// let go column by column.

#include "overt/base/progress.h"
#include "overt/table/column.h"
#include "overt/table/counted_table.h"
#include "overt/table/source.h"

namespace overt {

// Reads the columns with these positions in the source. Throws Error{malformed}
// for an empty table and for a value that its declared type does not allow. Of a source with
// counts, the records that they stand for.
Table read_table(TableSource& source, const std::vector<std::size_t>& columns,
                 const ReadingRules& rules, Progress& progress);

// The same with the rows as they came, and the counts of a source that has them.
CountedTable read_counted_table(TableSource& source, const std::vector<std::size_t>& columns,
                                const ReadingRules& rules, Progress& progress);

}  // namespace overt
