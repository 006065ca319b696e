#pragma once

// The l-cover property (Liu and Wang 2012, appendix A, definitions 4 and 5) of a set of
// partitions, with the covers and bijections that l-candidates give: the covers of
// a colour C are the sets f_1(C) .. f_{l-1}(C) of its records' partners. Exchange C
// with a cover along its bijection, and every group becomes a group that the set
// also has: so the set does not tell C from its covers.
//
//   values a a b b, partners 0-2 1-3 2-0 3-1:
//   {0 2 | 1 3} and {0 1 2 3} satisfy it, together and alone; {0 1 | 2 3} does not, as
//   {0 1} holds two records of a colour and none of its cover
//
// By theorem 1 every set of self-contained partitions satisfies it; the converse is
// not true, which is why this is here. For small tables: it is a definition, not a method.
//
// Cost: O(l * values * G log G) set operations for G groups in all partitions.

#include <span>

#include "overt/streamline/candidates.h"
#include "overt/table/column.h"
#include "overt/table/groups.h"

namespace overt {

// Whether `set` satisfies l-cover by these candidates, which need not be valid. That
// the partitions are locally safe, which definition 5 takes for granted, is not asked.
// REQUIRES: every partition, `values` and `candidates` are of the same records.
bool is_l_cover(std::span<const Groups> set, std::span<const Code> values,
                const Candidates& candidates);

}  // namespace overt
