#pragma once

// Beliefs with bounded odds: somebody with a view of how people and values go together, to whom
// swapping the values of two people makes a table at most R times as likely. Against them a group
// that was formed blindly, in which a value has the share s, gives at most
//
//   R s / (R s + 1 - s)
//
// of certainty (docs/concepts/bounded_odds.md has the proof by swaps). So 1/l needs groups in which
// no value has more than 1/(1 + R (l - 1)).
//
//   s = 1/4, R = 2   ->   2/5          l = 4, R = 2   ->   groups for 1/7
//
// Exact.

#include <cstdint>

#include "overt/base/rational.h"

namespace overt {

// REQUIRES: 0 <= share <= 1, odds >= 1.
Rational certainty_with_odds(const Rational& share, const Rational& odds);

// Above these odds a value with this share may be known better than even. REQUIRES: 0 < share.
Rational even_odds(const Rational& share);

// The l of groups that keep 1/l against these odds. REQUIRES: l >= 1, odds >= 1, no overflow.
std::int64_t l_with_odds(std::int64_t l, std::int64_t odds);

}  // namespace overt
