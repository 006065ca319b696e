#pragma once

// A released table on its way to a file, as seen by the core.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "overt/table/schema.h"

namespace overt {

// A column to be written. A code is an index into `values`; values.size() is
// the missing value. `codes` holds one code for each record, or for each run when
// `run_ends` is given: run r covers records run_ends[r-1] .. run_ends[r]-1.
struct OutColumn {
  std::string name;
  // Of the values. Integers are written as numbers; in Parquet the others have their types too,
  // where reading gives back the same texts.
  ValueType type = ValueType::text;
  std::span<const std::string> values;
  std::span<const std::uint32_t> codes;
  std::span<const std::uint32_t> run_ends;
  // Low ends, whose high ends the next column has: times of both are written in one way.
  bool as_next = false;
};

// A table to be written: a leading column `group` (1, 2, ..; one number a run of
// group_ends) and the columns.
struct OutTable {
  std::size_t records = 0;
  std::span<const std::uint32_t> group_ends;
  std::vector<OutColumn> columns;
  std::string note = {};  // Parquet: a text beside the table; none when empty
};

}  // namespace overt
