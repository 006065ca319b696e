#pragma once

// The family's one optimisation so far: groups of at least `least` records, each
// of neighbours by weighted rank. What a custodian needs who must also keep a
// smallest group size (k-anonymity), at little cost in the width of rectangles.
//
//   groups with mean ranks 1 2 7 9, two records each, least 4   ->   {1 2} {7 9}
//
// Groups are sorted by their mean rank and joined from the left until each has
// enough; the rest joins the last. That looks at sizes and at public columns
// only. So an adversary who knows the partition could do it too, and what they
// know of a record is a mean of what they would know from the partition before:
// every share stays at most 1/l, and the level stays that of the method
// (docs/concepts/family_sets.md).
//
// Groups of equal mean rank stand in secret uniform order, never in that of the
// input. Cost: O(N + G log G) for G groups.

#include <cstdint>
#include <span>

#include "overt/base/random.h"
#include "overt/streamline/family_set.h"
#include "overt/table/groups.h"

namespace overt {

// `ranks[r]` is the weighted rank of record r.
// REQUIRES: least <= number of records.
Groups merge_by_rank(const FamilySet& family, std::span<const std::uint32_t> ranks,
                     std::uint64_t least, RandomSource& coins);

}  // namespace overt
