#pragma once

// Delta-disclosure privacy (Brickell and Shmatikov 2008): for every group and
// every value, |ln(q / p)| < delta, where q and p are the shares of the value in
// the group and in the table.
//
//   p = 1/2, q = 1/4   ->   ln 2 = 0.693
//
// The letter of the definition asks this also of values that a group lacks, and
// then no delta is enough. Tools in use look at the values that the group has,
// and so does `ratio`; `every_value` tells whether the two are the same. The
// logarithm is the natural one.

#include "overt/base/ratio.h"
#include "overt/privacy/distribution.h"
#include "overt/privacy/share_range.h"

namespace overt {

struct DeltaDisclosure {
  Ratio ratio;               // the largest q/p or p/q, at least 1: delta is its logarithm
  bool every_value = false;  // every value occurs in every group

  double delta() const;  // for display
  // Whether delta <= `bound`, exactly. "At most" and the definition's "below"
  // differ at 0 only: other logarithms of rationals are never rational.
  bool at_most(const Rational& bound) const;
};

DeltaDisclosure delta_disclosure(const ShareRange& shares, const TableDistribution& table);

}  // namespace overt
