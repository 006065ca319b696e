#pragma once

// A ratio of two integers that is compared exactly and without big numbers. The
// measures of a table are the worst of many groups: millions of comparisons, of
// which one result becomes a Rational.
//
//   Ratio{1, 3} < Ratio{333334, 1000000}     exactly, whatever the size
//
// Cost: two multiplications when all four numbers are below 2^64, else a few
// divisions (the continued fractions of both sides, until they differ).

#include <cstdint>

#include "overt/base/rational.h"

namespace overt {

__extension__ using Wide = unsigned __int128;

struct Ratio {
  Wide above = 0;
  Wide below = 1;  // never 0

  Rational exact() const;
};

bool operator<(const Ratio& a, const Ratio& b);
inline bool operator==(const Ratio& a, const Ratio& b) { return !(a < b) && !(b < a); }

}  // namespace overt
