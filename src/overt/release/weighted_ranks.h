#pragma once

// Weighted ranks: one number for each record, made of its quasi-identifying columns, for
// methods that put neighbours together (Liu and Wang 2012, section 3.3).
//
//   weights age 1, sex 10000;  age 41 (rank 23), sex M (rank 1)   ->   10023
//
// The rank of a value is what the job's `ranks` say, otherwise its place in the
// sorted domain of the column, the missing value last.

#include <cstdint>
#include <vector>

#include "overt/job/job.h"
#include "overt/table/column.h"

namespace overt {

// The rank of each code of a column. Throws Error{usage} when a value has none.
std::vector<std::uint64_t> ranks_of(const Column& column, const ReleaseJob& job);

// Throws Error{usage} when a value of a ranked column has no rank, or when a
// weighted rank would not fit into 32 bits.
std::vector<std::uint32_t> weighted_ranks(const Table& table, const ReleaseJob& job);

}  // namespace overt
