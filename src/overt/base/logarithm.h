#pragma once

// The natural logarithm of a rational, between two integers that are as close as
// one likes. Verdicts about entropy, delta-disclosure and beta-likeness compare
// such logarithms with rationals; floating point could not promise the right
// answer.
//
//   2^8 * ln 2 = 177.4..   ->   low <= 177, high >= 178, a few units apart
//
// x = 2^k * f with 1 <= f < 2, and ln f = 2 artanh((f - 1) / (f + 1)), a series
// that gains three binary digits a term. All terms are positive and rounded
// down, so the sum is a lower bound, and the number of roundings the distance.
//
// Cost: O(digits) operations on integers of that many digits.

#include "overt/base/rational.h"

namespace overt {

// low <= 2^digits * ln x <= high
struct LogBounds {
  Integer low;
  Integer high;
};

// REQUIRES: x >= 1.
LogBounds log_bounds(const Rational& x, unsigned digits);

// Whether ln x <= y, decided exactly: the logarithm of a rational other than 1
// is irrational (Lindemann), so bounds that are tight enough exclude y.
// REQUIRES: x >= 1.
bool log_at_most(const Rational& x, const Rational& y);

}  // namespace overt
