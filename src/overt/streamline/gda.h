#pragma once

// GDA, "guided and dependent" (Liu and Wang 2012, table 7): RDA
// guided by public columns, so that the records of a group are neighbours and
// rectangles are narrow.
//
//   values a a b b c, ranks 0 10 20 30 40, l = 2   ->   {0 20} {10 30}, and 40 joins {10 30}
//
// Every record has a weighted rank, one number made of its quasi-identifiers.
// The fullest colour is served as in RDA; each of its records, in the order of
// ranks, takes the l-1 colours whose next record is nearest in rank.
//
// LEVEL `family`, not `transparent`: which records are grouped depends on public
// columns *and* on who has which value. An adversary who reruns GDA on all
// possible tables can learn values with certainty: for the values and ranks
// above the release {0 20 40}:{a b c}, {10 30}:{a b} has a single origin
// (tests/oracle/gda_adversary_test.cc; docs/algorithms/gda.md).
//
// Cost: one sort of N keys of 64 bits, and O(colours) a group. Reference:
// gda_reference.h.

#include <cstdint>
#include <span>

#include "overt/base/progress.h"
#include "overt/base/random.h"
#include "overt/streamline/family_set.h"
#include "overt/table/column.h"

namespace overt {

// Partitions the records so that no value takes more than 1/l of a group.
// `values[r]` is the value of record r, below `domain`; `ranks[r]` its weighted
// rank. Records of one value with equal ranks are taken in secret uniform order.
// REQUIRES: l >= 2 and no value has more than 1/l of the records.
FamilySet gda(std::span<const Code> values, Code domain, std::span<const std::uint32_t> ranks,
              std::uint32_t l, RandomSource& coins, Progress& progress);

}  // namespace overt
