#pragma once

// A table of counts in memory: rows, and for how many records each stands. What needs the records
// themselves has them by expand(): equal ones stand side by side, in the order of the rows.
//
//   rows a, b  counts 2, 1   ->   records a, a, b
//
// What can do with rows and counts has equal rows merged by merge_rows(): then the table is the
// same whatever file it came from, one of records or of counts, in whatever order.
//
// Memory: 4 bytes a cell, 8 a row; expanded 4 bytes a record and column.

#include <cstdint>
#include <span>
#include <vector>

#include "overt/base/progress.h"
#include "overt/table/column.h"

namespace overt {

struct CountedTable {
  Table rows;
  std::vector<std::uint64_t> counts;  // of each row, at least 1; empty: every row is a record

  std::uint64_t records() const;
};

// How many records carry each code of a column, below domain(); without counts every row is one.
std::vector<std::uint64_t> counts_of(const Column& column, std::span<const std::uint64_t> counts);

// Every combination of values once, sorted by the codes of the first column, then of the second,
// ..; with its records. `merged_as`, if given, has then for each row as it was the number of the
// one that it is part of. O(rows) a column. REQUIRES: no more than kMostRecords (counted_source.h).
CountedTable merge_rows(CountedTable counted, Progress& progress,
                        std::vector<std::uint32_t>* merged_as = nullptr);

// Removes the rows whose value in the column at `position` is missing, as drop.h does.
void drop_missing(CountedTable& table, std::size_t position);

// The records themselves. Throws Error like check_fits() (base/memory.h).
Table expand(CountedTable counted);

// For what has to look at so many records one by one, with so many bytes for each. Throws
// Error{usage} if they are more than kMostRows, and as check_fits() does.
void check_single_records(std::uint64_t records, std::uint64_t bytes_each);

}  // namespace overt
