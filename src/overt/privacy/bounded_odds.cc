#include "overt/privacy/bounded_odds.h"

namespace overt {

Rational certainty_with_odds(const Rational& share, const Rational& odds) {
  const Rational with = odds * share;
  return with / (with + 1 - share);
}

Rational even_odds(const Rational& share) { return (1 - share) / share; }

std::int64_t l_with_odds(std::int64_t l, std::int64_t odds) { return 1 + odds * (l - 1); }

}  // namespace overt
