#pragma once

// Two ways to label records made one: label[r] becomes a number for the pair (label[r], other[r]).
// Numbers are given in the order of first records.
//
//   label 0 0 1 1 0, other 5 5 5 2 2   ->   0 0 1 2 3
//
// How tables are grouped by several columns, and partitions refined by each other, column after
// column. Cost: O(records + labels + others), no hashing and no sorting.

#include <cstdint>
#include <span>

namespace overt {

// Returns how many pairs there are. REQUIRES: label[r] < labels, other[r] < others.
std::uint32_t pair_labels(std::span<std::uint32_t> label, std::uint32_t labels,
                          std::span<const std::uint32_t> other, std::uint32_t others);

}  // namespace overt
