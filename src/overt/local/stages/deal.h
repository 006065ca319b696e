#pragma once

// The deal, a blind stage that cannot fail: the records are sorted by value, inside a value
// by secret coins, and dealt out in rounds, each group one record a round.
//
//   a a b b c, two groups   ->   rounds a a | b b | c: {a b c | a b}
//
// In B groups of n records each gets floor(n/B) or one more, and of a value with m records
// floor(m/B) or one more. For 1/l there are floor(n/l) groups in which no value comes twice,
// since m <= floor(n/l).
//
// With which value it begins is drawn, and which group gets which record of a round. Otherwise the
// same values would always meet in a group, and nothing could be learnt of how two values compare
// that never meet (steering/value_model.h): of planted odds of 2.8 the model found 1.1, and with
// rounds that are mixed 2.0. A value that goes on from one round to the next comes to those groups
// first that do not have it yet.
//
// Where nested sets of values have caps too, the records are sorted by set and value: what stands
// together is spread as evenly as what is equal. Rounds are mixed here, too, and the order in which
// sets and values come; only groups to which a set, or a value, has come that goes on in the next
// round stay behind the others, so that none gets two more of it than another. Where sets cross, as
// the values of several columns do, no order serves all of them: crossing_deal.h.
//
// Cost: O(records).

#include <cstdint>
#include <optional>

#include "overt/base/random.h"
#include "overt/local/stages/blind_plan.h"

namespace overt {

// Fewer groups than this are dealt in turn: nothing is to be learnt from them.
inline constexpr std::uint32_t kMixedFrom = 8;

// REQUIRES: 1 <= groups <= records <= kMostDealt.
BlindPlan plan_deal(const Multiset& values, std::uint32_t groups, RandomSource& coins,
                    std::uint32_t mixed_from = kMixedFrom);

// Whether all groups of a deal keep the caps; where sets cross, whether they may: no groups of
// that size do otherwise. REQUIRES: 1 <= groups <= records.
bool deal_keeps(const Multiset& values, const Caps& caps, std::uint32_t groups);

// Whether plan_kept_deal() gives exactly so many groups. Where sets cross that takes a plan.
bool deals_into(const Multiset& values, const Caps& caps, std::uint32_t groups);

// The most groups of at least `smallest` records for which deal_keeps() (at least 1).
// REQUIRES: the whole keeps them. Cost: O(values and sets) for each size that is tried: one for
// 1/l, O(sqrt(records)) at most.
// At most kMostDealt groups.
std::uint32_t most_groups(const Multiset& values, const Caps& caps, std::uint32_t smallest);

// A deal whose groups keep the caps, each of at least records / groups of them: into so many
// groups, or fewer where sets cross. Nothing: not even two. A plan on the multiset and coins
// alone, as every deal. REQUIRES: deal_keeps(), and as plan_deal().
std::optional<BlindPlan> plan_kept_deal(const Multiset& values, const Caps& caps,
                                        std::uint32_t groups, RandomSource& coins);

}  // namespace overt
