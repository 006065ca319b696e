#pragma once

// Beta-likeness (Cao and Karras 2012): how much more frequent than in the table
// a value may be in a group. With shares p in the table and q in the group, for
// every value with q > p,
//
//   basic       (q - p) / p <= beta
//   enhanced    (q - p) / p <= min(beta, -ln p)
//
//   p = 1/4, q = 1/2   ->   a gain of 1, and -ln p = 1.386: enhanced 1-likeness
//   p = 3/4, q = 1     ->   a gain of 1/3, and -ln p = 0.288: enhanced for no beta
//
// So the smallest beta of the enhanced kind is that of the basic one, or there is
// none.

#include <optional>

#include "overt/base/rational.h"
#include "overt/privacy/distribution.h"
#include "overt/privacy/share_range.h"

namespace overt {

struct BetaLikeness {
  Rational basic;
  std::optional<Rational> enhanced;
};

// Exact: -ln p is compared with the gain by log_at_most(). O(values).
BetaLikeness beta_likeness(const ShareRange& shares, const TableDistribution& table);

}  // namespace overt
