#pragma once

// A draw from a table of counts: which records are drawn is decided as by plan_draw()
// (blind_plan.h), uniformly among those with a value; but the records of a unit are alike, so that
// the outcome is how many of each unit.
//
//   units a: 3 + 2 records, of which 2 are drawn   ->   2 + 0, 1 + 1 or 0 + 2, with probabilities
//   3/10, 6/10 and 1/10
//
// The records with a value are numbered, and a set of numbers is drawn, all equally likely (Floyd
// 1987: one coin for each number), or that of the records which stay, whichever is smaller.
//
// Cost: O(units + records that are drawn, or stay). Memory: one bit a record, or some
// dozens of bytes for each that is drawn, whichever is less.

#include <span>
#include <vector>

#include "overt/base/random.h"
#include "overt/local/caps.h"
#include "overt/local/walk_units.h"

namespace overt {

struct DrawnUnits {
  std::size_t left = 0;       // units at the front of the node, which stay
  std::vector<Record> drawn;  // the others; those that a draw has made are the newest
};

// `values[r]` is the value of row r. REQUIRES: `all` is the multiset of the node, `drawn` is
// contained in it.
DrawnUnits draw_units(std::span<Record> node, const Multiset& all, const Multiset& drawn,
                      std::span<const Code> values, WalkUnits& units, RandomSource& coins);

}  // namespace overt
