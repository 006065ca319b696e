#pragma once

// What the margins alone say of a count n[cell][value]: the least and the most that it can
// be. The counts of a value in the cells of a disclosure sum to the disclosure's count, and
// the counts of a cell to its size; each such sum bounds every one of its terms by what the
// others can be at most and must be at least. Repeated until nothing changes.
//
//   A: 0 1 2 with a a b, B: 2 3 with b b    ->   record 2 has b, records 0 1 have a
//
// The bounds hold for every possible table, so they hold for every share: a verdict that
// follows from them is proven, however many tables there are.
//
// Cost: O(rounds * sum over cells of disclosures * values); rounds are limited.

#include "overt/base/progress.h"
#include "overt/views/component.h"

namespace overt::views {

struct CountBounds {
  bool possible = true;  // false: the disclosures contradict each other, for certain
  Counts low, high;      // [cell * values + value]
};

CountBounds count_bounds(const Component& component, Progress& progress = unwatched());

}  // namespace overt::views
