#pragma once

// The naive disclosure function (Zhang et al. 2007, algorithm 1): for every state the first
// schema whose block of it is safe by itself.
//
//   For i = 1 to n: if p(block of x in T_i), return T_i.  Return T_n.
//
// Not safe: whoever knows the function drops from the block those states that got an earlier
// schema. 22040 is published as 220*, which stands for three zip codes; but the other two
// are published as 2203*. Kept as the baseline, and as the thing to attack.
//
// Cost: O(states * schemas).

#include "overt/policy/predicate.h"

namespace overt {

DisclosureFunction naive_function(const Schemas& schemas, const Predicate& predicate);

}  // namespace overt
