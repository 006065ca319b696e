#pragma once

// The stop probability of a large node, bounded: with U at least the probability that the
// cut fails, and a value with the share s,
//
//   pi = U (1 - cap) / (cap - s + U (1 - cap))
//
// is enough for that value, because a failing cut can tell at most U about any record
// (docs/algorithms/local.md). U is the sum over values and parts of hypergeometric tails
// (counting/tails.h). In large nodes cuts hardly ever fail and U is tiny. Sets of values enter like
// values: the sum is right whether sets are nested, cross or overlap.
//
// Cost: O(heavy values).

#include "overt/counting/tails.h"
#include "overt/local/split_case.h"

namespace overt {

// The formula, rounded up; 1 when s = cap and U > 0. REQUIRES: the value keeps its cap of n.
double veil_for(double failing, const CappedCount& value, std::uint32_t n);

// At least the probability that the cut fails: U.
double failing(const SplitCase& split, const Tails& tails);

// At least the smallest pi for which the node may stop here.
double tail_stop(const SplitCase& split, const Tails& tails);

}  // namespace overt
