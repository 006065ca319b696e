#pragma once

// The stop probability of a large node that is published whole, bounded.
//
// By what a swap of two records can change (swap_veil.h). The node is one group, so that how likely
// a part is to have exactly one record too many of a value, or of a set of values, is a
// hypergeometric probability.
//
// Where sets of values have caps a swap may change several at once, and their chances add up. So
// there is a second bound, and the smaller one counts: with U at least the probability that the cut
// fails, and a value or set with the share s,
//
//   pi = U (1 - cap) / (cap - s + U (1 - cap))
//
// is enough, because a failing cut can tell at most U about any record (docs/algorithms/local.md).
// U is the sum over values, sets and parts of hypergeometric tails (counting/tails.h). Both are
// right whether sets are nested, cross or overlap.
//
// Cost: O(heavy values, and for sets all values).

#include "overt/counting/tails.h"
#include "overt/local/split_case.h"

namespace overt {

// The formula, rounded up; 1 when s = cap and U > 0. REQUIRES: the value keeps its cap of n.
double veil_for(double failing, const CappedCount& value, std::uint64_t n);

// At least the probability that the cut fails: U.
double failing(const SplitCase& split, const Tails& tails);

// At least the smallest pi for which the node may stop here.
double tail_stop(const SplitCase& split, const Tails& tails);

}  // namespace overt
