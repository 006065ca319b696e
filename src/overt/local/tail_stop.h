#pragma once

// The stop probability of a large node, bounded: with U at least the probability that the
// split fails and s the largest share of a value,
//
//   pi = U (1 - 1/l) / (1/l - s + U (1 - 1/l))
//
// is enough, because a failing split can tell at most U about any record (docs/algorithms/
// local.md). U is the sum over values and parts of hypergeometric tails (counting/tails.h).
// In large nodes splits hardly ever fail and U is tiny.
//
// Cost: O(heavy values).

#include "overt/counting/tails.h"
#include "overt/local/split_case.h"

namespace overt {

// The formula, rounded up; 1 when s = 1/l and U > 0. REQUIRES: count * l <= n.
double veil_for(double failing, std::uint32_t count, std::uint32_t n, std::uint32_t l);

// At least the smallest pi for which the node may stop here.
double tail_stop(const SplitCase& split, const Tails& tails);

}  // namespace overt
