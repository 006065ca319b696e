#pragma once

// The stop probability of a node that is published as small blind groups when it stops
// (stages/deal.h), whatever the reason. It costs a little slack: the groups' shares s' must lie
// below the caps.
//
//   l = 4, groups of 5 with 5 different values: s' = 1/5 < 1/4. From some hundred records on
//   cuts of a node hardly ever fail, whatever the groups show, and pi is practically 0.
//
// Given the groups, the number of records with a value in a part is a sum of independent
// hypergeometric variables, at most min(m, n_i) indicators with a mean of at most n_i s'. So how
// likely it is to stand just above its cap is bounded for every outcome of the deal, without a look
// at it (counting/point_bound.h), and so is how much more likely a failure is when a record has
// the value (swap_veil.h). Sets of values enter like values: a deal in the order of nested ones
// (stages/deal.h) gives each group ceil(m / groups) of them at most, and where they cross
// (stages/crossing_deal.h) no group has more of a value or a set than its cap of the smallest
// group, rounded down, which is below the cap for groups of l j + 1.
//
// Cost: O(values).

#include <cstdint>

#include "overt/local/caps.h"

namespace overt {

// At least the smallest pi for which a node of first + second records may be dealt into
// `groups` groups when it stops; 1 where the groups have no slack.
// REQUIRES: the node keeps the caps; 1 <= groups <= first + second; where sets cross,
// deals_into(values, caps, groups).
double slack_stop(const Multiset& values, const Caps& caps, std::uint64_t first,
                  std::uint64_t second, std::uint32_t groups);

}  // namespace overt
