#include "overt/base/logarithm.h"

namespace overt {
namespace {

// 2^digits * artanh z for 0 <= z <= 1/3. A power of z is off by at most 1 + 1/9
// + 1/81 + .. < 9/8 units, a term by 1 more, and what follows a power of zero is
// below 3 units in all: 3 units for each term and 3 at the end are enough.
LogBounds artanh(const Rational& z, unsigned digits) {
  const Rational square = z * z;
  Integer power = (z.get_num() << digits) / z.get_den();
  LogBounds bounds;
  unsigned long divisor = 1;
  for (; power > 0; divisor += 2) {
    bounds.low += power / divisor;
    bounds.high += 3;
    power = power * square.get_num() / square.get_den();
  }
  bounds.high += bounds.low + 3;
  return bounds;
}

// The k with 2^k <= x < 2^(k+1).
unsigned long whole_log2(const Rational& x) {
  const Integer whole = x.get_num() / x.get_den();
  return mpz_sizeinbase(whole.get_mpz_t(), 2) - 1;
}

}  // namespace

LogBounds log_bounds(const Rational& x, unsigned digits) {
  const unsigned long k = whole_log2(x);
  Rational f = x;
  f >>= k;
  const LogBounds rest = artanh(Rational((f - 1) / (f + 1)), digits);
  const LogBounds two = artanh(Rational(1, 3), digits);
  return {2 * (rest.low + k * two.low), 2 * (rest.high + k * two.high)};
}

bool log_at_most(const Rational& x, const Rational& y) {
  if (x == 1) return y >= 0;
  // Most are far from equal, and ln 2 is between 0.6931 and 0.6932.
  const unsigned long k = whole_log2(x);
  const Rational scaled = y * 10000;
  if (scaled >= (k + 1) * 6932) return true;
  if (scaled < k * 6931) return false;
  for (unsigned digits = 64;; digits *= 2) {
    const LogBounds bounds = log_bounds(x, digits);
    Rational bound = y;
    bound <<= digits;
    if (bounds.high <= bound) return true;
    if (bounds.low > bound) return false;
  }
}

}  // namespace overt
