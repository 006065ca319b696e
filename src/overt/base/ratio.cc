#include "overt/base/ratio.h"

#include <utility>

namespace overt {
namespace {

bool fits(Wide number) { return (number >> 64) == 0; }

Integer integer(Wide number) {
  Integer result(static_cast<unsigned long>(number >> 64));
  result <<= 64;
  result += Integer(static_cast<unsigned long>(number));
  return result;
}

}  // namespace

Rational Ratio::exact() const {
  Rational result(integer(above), integer(below));
  result.canonicalize();
  return result;
}

// Whole parts first; if they agree, the fractional parts decide, and comparing
// those is comparing their inverses the other way round.
bool operator<(const Ratio& a, const Ratio& b) {
  if (fits(a.above) && fits(a.below) && fits(b.above) && fits(b.below)) {
    return a.above * b.below < b.above * a.below;
  }
  Ratio left = a;
  Ratio right = b;
  for (;;) {
    const Wide whole_left = left.above / left.below;
    const Wide whole_right = right.above / right.below;
    if (whole_left != whole_right) return whole_left < whole_right;
    left.above %= left.below;
    right.above %= right.below;
    if (right.above == 0) return false;
    if (left.above == 0) return true;
    left = std::exchange(right, {left.below, left.above});
    left = {left.below, left.above};
  }
}

}  // namespace overt
