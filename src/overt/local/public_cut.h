#pragma once

// Where the public tree cuts a node: the rule that public_tree.h keeps for sets of records and
// public_groups.h for merged rows. Columns from the widest on, each between two neighbouring
// places, or between children of the lowest label that covers the node, as near to the middle as
// can be.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "overt/local/public_tree.h"

namespace overt {

// What a node takes of a column.
struct PlaceExtent {
  std::size_t column = 0;
  std::uint32_t low = 0;
  std::uint32_t high = 0;
  std::size_t level = 0;  // cuts lie between blocks of this level; of no use without a hierarchy
  double spread = 0;
};

// Of a node whose places reach from `low` to `high`.
PlaceExtent place_extent(const SplitColumn& own, std::size_t column, std::uint32_t low,
                         std::uint32_t high);

// Equally wide ones in the order in which they are named.
void widest_first(std::vector<PlaceExtent>& extents);

// Of n records `below` lie before the place of the median and `upto` before or at it: the first
// part is one of these, since all other cuts are further out. Its size, or 0 when both leave a part
// of fewer than `smallest`.
std::size_t middle_cut(std::size_t below, std::size_t upto, std::size_t n, std::size_t smallest);

}  // namespace overt
