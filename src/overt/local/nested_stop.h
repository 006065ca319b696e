#pragma once

// The stop probability of a small node whose values stand in nested sets with caps of their own:
// categories of illnesses, bands of salaries. exact_stop.h has the formula; what is new is how
// good arrangements are counted.
//
//   caps of a, b and c 1/2, of {a, b} 2/3: with x of the first part's records in {a, b},
//   P_ab(z) = P_a(z) P_b(z) without the terms that put too many of them into a part
//
// The polynomial of a set is the product of those of what it contains, *cut* at what its own cap
// allows. So all are counted from the inside out. What stands around a set or a value is
// counted from the outside in, by products of its neighbours; the two together say how many
// of its records good arrangements put into the first part.
//
// Cost: O(n^2) for each value and set, in machine words.

#include "overt/base/ratio.h"
#include "overt/local/split_case.h"

namespace overt {

// The smallest pi for which the node may stop here. REQUIRES: split.nest is there.
Ratio nested_stop(const SplitCase& split);

}  // namespace overt
