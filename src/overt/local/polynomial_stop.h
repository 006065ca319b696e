#pragma once

// The stop probability of a node of some hundred or thousand records: the same sum as
// exact_stop.h in floating point, rounded up. A pi that is too large costs utility, never
// safety (docs/algorithms/local.md).
//
// Each binomial coefficient C(m, x) is replaced by the probability of x under the binomial
// distribution with p = first / n, built by recurrence from its largest term and divided
// by its sum: no logarithms, nothing extreme near the middle. All terms are positive and each
// operation loses at most 2^-53 of its result, so after the at most 16 n operations that a
// result hangs on, its relative error is below 32 (n + 64) 2^-53. Far from the
// middle, terms below 1e-45 are left out; together they are worth less than 1e-25 (at most n^2
// of them, divided by a probability above 1 / n), which is added again.
//
// Cost: O(values * n) for n records: about 28 standard deviations of each factor and
// product are left.

#include "overt/local/split_case.h"

namespace overt {

// At least the smallest pi for which the node may stop here, and at most 1e-6 more for
// nodes of up to 10,000 records.
double polynomial_stop(const SplitCase& split);

}  // namespace overt
