#pragma once

// RIA, "random and independent" (Liu and Wang 2012, table 5): every
// record draws its l-1 partners by itself, one from each of l-1 other colours, and
// groups that share a record are merged.
//
//   values a a b b c, l = 2   ->   a0-b2 a1-c4 b2-a1 b3-a0 c4-b2, merged: all five
//
// Intuition: the simplest way to l-candidates. Nothing is used up but within a
// colour, so the draws of different colours overlap, and merging overlaps makes
// groups large: on large tables nearly all records end in one group. It is here
// as the paper's first and simplest algorithm; use RDA for data.
//
// Only values and secret coins are looked at, so the argument of RDA applies
// (docs/algorithms/ria.md): level `transparent`.
//
// Cost: O(l N) and union-find; where a colour is nearly used up, also O(colours)
// for a record. Memory: 4(l-1) + 20 bytes a record. Reference: ria_reference.h.

#include <cstdint>
#include <span>

#include "overt/base/progress.h"
#include "overt/base/random.h"
#include "overt/streamline/candidates.h"
#include "overt/streamline/family_set.h"
#include "overt/table/column.h"

namespace overt {

// The partners of every record. `values[r]` is the value of record r, below
// `domain`. The distribution commutes with relabelling the records.
// REQUIRES: l >= 2 and no value has more than 1/l of the records.
Candidates ria_candidates(std::span<const Code> values, Code domain, std::uint32_t l,
                          RandomSource& coins, Progress& progress);

// The family set of such candidates.
FamilySet ria(std::span<const Code> values, Code domain, std::uint32_t l, RandomSource& coins,
              Progress& progress);

}  // namespace overt
