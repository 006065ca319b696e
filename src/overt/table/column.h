#pragma once

// A dictionary-coded column: the distinct values once, sorted, and one code a
// record. Algorithms see codes only.
//
//   ages 41 35 NULL 41   ->   values {"35","41"}  codes {1, 0, 2, 1}
//
// INVARIANTS:
//   1. values are distinct and sorted: numerically for numbers of all types, by
//      time for dates and times, by bytes for text (equal ones: by bytes). So a code
//      says nothing about who came first in the file, and comparing codes of an
//      ordered column compares values.
//   2. the code of a missing value is values.size(), used iff has_missing.
//   3. every code below domain() is the code of some record.
//   4. ranks is empty, or has the place of each value, 0, 1, .., in an order that the source gives
//      texts (an enumeration of a database). Codes do not follow it: a job's `ranks` do.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "overt/table/schema.h"

namespace overt {

using Code = std::uint32_t;

struct Column {
  std::string name;
  ValueType type = ValueType::text;
  bool declared = false;   // the type was declared, so a text may not be canonical
  bool formatted = false;  // .. with a format: 02.01.2014, or 2014-02-01 for the second of January
  bool has_missing = false;
  std::vector<std::string> values;
  std::vector<Code> codes;
  std::vector<Code> ranks = {};

  Code missing_code() const { return static_cast<Code>(values.size()); }
  // Number of distinct values, the missing one included.
  Code domain() const { return static_cast<Code>(values.size() + (has_missing ? 1 : 0)); }
  bool ordered() const { return type != ValueType::text; }
  // How many records carry each code below domain().
  std::vector<std::uint64_t> counts() const;
};

struct Table {
  std::vector<Column> columns;

  std::size_t records() const { return columns.empty() ? 0 : columns.front().codes.size(); }
  // Position of the column with this name; columns.size() if there is none.
  std::size_t find(std::string_view name) const;
};

}  // namespace overt
