#pragma once

// The records that GDA's main loop leaves without a group. Colours were taken by
// distance and not by size, so there may be many of them, and more of one colour
// than there are groups without it. Two ways to a group, in this order:
//
//   1. the *compatible* group (without the record's value) at the least mean
//      distance, as in the paper; found by searching outward (nearest_compatible.h);
//   2. where none is left: bundles of one record of each such colour, which fit into
//      a group together where one alone would not (group_rooms.h); the nearest groups
//      with room are joined until a bundle fits. Bundles are as large as there is
//      room for.
//
// There is always a bundle with enough room in all groups together. Let R_c records
// of colour c be left, r the largest of these, k the colours with R_c = r and n < l
// the colours with any. The table is l-eligible, so for c among the k
//   room for c  >=  (l-1) r - (sum of the other R)  >=  (l-1) r - (k-1) r - (n-k)(r-1)
//               =  (l-n) r + (n-k)  >=  l - k,
// which is what a bundle of the k colours needs.
//
// Cost: fewer than l colours are left over, for each of them O(G log G) for G groups
// and the search.

#include <cstdint>
#include <span>

#include "overt/base/progress.h"
#include "overt/table/column.h"
#include "overt/table/groups.h"

namespace overt {

struct LeftOverColour {
  Code value;
  std::span<const Record> records;  // by rank
};

// `members` are groups of exactly l records with different values, one after the
// other. Places the records of `colours` in their order and returns the partition.
// REQUIRES: members and left-overs together are l-eligible.
Groups place_gda_left_overs(std::span<const Code> values, std::span<const std::uint32_t> ranks,
                            std::span<const Record> members, std::uint32_t l,
                            std::span<const LeftOverColour> colours, Progress& progress);

}  // namespace overt
