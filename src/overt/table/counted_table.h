#pragma once

// A table of counts in memory: rows, and for how many records each stands. What needs the records
// themselves has them by expand(): equal ones stand side by side, in the order of the rows.
//
//   rows a, b  counts 2, 1   ->   records a, a, b
//
// Memory: 4 bytes a cell, 8 a row; expanded 4 bytes a record and column.

#include <cstdint>
#include <vector>

#include "overt/table/column.h"

namespace overt {

struct CountedTable {
  Table rows;
  std::vector<std::uint64_t> counts;  // of each row, at least 1; empty: every row is a record

  std::uint64_t records() const;
};

// The records themselves. REQUIRES: no more than kMostRecords (counted_source.h).
Table expand(CountedTable counted);

}  // namespace overt
