#pragma once

// RDA, "random and dependent" (Liu and Wang 2012, table 6): groups
// of l records with l different values, nearly all of them as small as can be.
//
//   values a a b b c, l = 2   ->   {a b} {a b} then c joins one: {a b} {a b c}
//
// Intuition: serve the value with most records first and pair it with the next
// fullest values; so no value is ever left alone with nobody to hide among.
// Which records of a value are taken is secret chance, and nothing but values
// is looked at. Hence an adversary who reruns the algorithm finds every
// arrangement of a group's values over its records equally likely
// (docs/algorithms/rda.md has the proof): level `transparent`.
//
// When it pays: general use of a release where small groups matter more than
// tight rectangles. Cost: O(N) time, 12 bytes a record. Reference:
// rda_reference.h.

#include <cstdint>
#include <span>

#include "overt/base/progress.h"
#include "overt/base/random.h"
#include "overt/streamline/family_set.h"
#include "overt/table/column.h"

namespace overt {

// Partitions the records so that no value takes more than 1/l of a group.
// `values[r]` is the value of record r, below `domain`. The distribution over
// partitions commutes with relabelling the records.
// REQUIRES: l >= 2 and no value has more than 1/l of the records.
FamilySet rda(std::span<const Code> values, Code domain, std::uint32_t l, RandomSource& coins,
              Progress& progress);

}  // namespace overt
