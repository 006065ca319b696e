#pragma once

// All count tables that agree with several disclosures at once, one after the other: for
// weights that cannot be summed any other way.
//
//   A: 0 1 2 with a a b, B: 2 3 with a c   ->   {0 1} a b, {2} a, {3} c   weight 2
//
// Cell after cell and value after value, each within what its disclosures still have, and so
// that the cells behind it can take the rest. A count table stands for prod over cells of
// |cell|! / prod n! tables, its weight.
//
// Cost: the work is counted, an entry one; ways that end nowhere count as well. It is a
// function of the disclosures alone, never of a clock.

#include <cstdint>
#include <functional>

#include "overt/base/progress.h"
#include "overt/base/rational.h"
#include "overt/views/component.h"

namespace overt::joint {

struct Work {
  std::uint64_t done = 0;
  std::uint64_t limit = 0;

  bool within() const { return done <= limit; }
};

// Whether a component has more entries than tables are gone through with.
bool too_deep(const views::Component& component);

// Calls visit(counts, weight) with every count table, [cell * values + value]. `visit` may add
// to the work. Returns false when the work limit was reached: then some were left out. The
// disclosures need not be connected; of the component, `cells_of` and `disclosures` are not
// looked at.
bool for_each_joint_table(const views::Component& component, Work& work, Progress& progress,
                          const std::function<void(const views::Counts&, const Integer&)>& visit);

}  // namespace overt::joint
