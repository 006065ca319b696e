#pragma once

// What a release says of the values of its groups, as counts: in each group every value once, in
// the order of the codes, which says nothing (column.h), with its number of records.
//
//   groups {a b a | c c}   ->   a 2, b 1 | c 2
//
// Cost: O(records log records).

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "overt/release/arrange.h"
#include "overt/table/column.h"

namespace overt {

struct CountedRows {
  std::vector<std::uint32_t> ends;    // of each group among the rows
  std::vector<Code> values;           // of each row
  std::vector<std::uint32_t> counts;  // of each row: an index into `numbers`
  std::vector<std::string> numbers;   // the counts that occur, rising
};

// `of_rows`: of a table of counts, the sensitive values of its rows; none: all have one value.
CountedRows counted_rows(const Arrangement& arrangement, std::span<const Code> of_rows = {});

}  // namespace overt
