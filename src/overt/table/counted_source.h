#pragma once

// A table of counts, as a GROUP BY gives it: each row stands for so many records that are equal.
// The column of counts is not one of the table's own columns: it is taken out, and read.
//
//   age  condition  n                age  condition
//   34   flu        2      ->        34   flu         for two records
//   41   cold       1                41   cold        for one
//
// Equal rows need not be merged, and nothing depends on their order.

#include <memory>
#include <string>

#include "overt/table/source.h"

namespace overt {

// More records than this, 140 trillion, are not one table: so two counts and a number of values
// multiplied fit into 128 bits, and floating point has each count exactly.
inline constexpr std::uint64_t kMostRecords = std::uint64_t{1} << 47;
// More rows, or records by themselves, are not: a partition has 32 bits for one (groups.h).
inline constexpr std::uint64_t kMostRows = 0xFFFFFFF0U;

// `source` with the counts of the column `count`. Throws Error{usage} when there is no such column;
// next() throws Error{malformed} for what is no count: not a whole number from 1 in decimal digits,
// or too many records together.
std::unique_ptr<TableSource> with_counts(std::unique_ptr<TableSource> source,
                                         const std::string& count);

}  // namespace overt
