#pragma once

// The deal, a blind stage that cannot fail: the records are sorted by value, inside a value
// by secret coins, and dealt out in turn.
//
//   a a b b c, two groups   ->   a . a . b | a . b . c   (1st, 3rd, 5th | 2nd, 4th)
//
// In B groups of n records each gets floor(n/B) or one more, and of a value with m records
// floor(m/B) or one more. For 1/l there are floor(n/l) groups in which no value comes twice,
// since m <= floor(n/l).

#include <cstdint>

#include "overt/local/stages/blind_plan.h"

namespace overt {

// REQUIRES: 1 <= groups <= records.
BlindPlan plan_deal(std::uint32_t records, std::uint32_t groups);

// Whether all groups of a deal keep the caps. REQUIRES: 1 <= groups <= records.
bool deal_keeps(const Multiset& values, const Caps& caps, std::uint32_t groups);

// The most groups of at least `smallest` records that keep them (at least 1).
// REQUIRES: the whole keeps them. Cost: O(values) for 1/l.
std::uint32_t most_groups(const Multiset& values, const Caps& caps, std::uint32_t smallest);

}  // namespace overt
