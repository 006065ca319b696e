#include "overt/base/logarithm.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

namespace overt {
namespace {

// ln 2 = 0.693147180559945309417232121458176568075500134360255254120680...
const Rational kBelowLog2 = parse_rational("0.69314718055994530941723212145817656807", "ln 2");
const Rational kAboveLog2 = parse_rational("0.69314718055994530941723212145817656808", "ln 2");

TEST(Logarithm, BoundsEncloseAndAreClose) {
  for (const unsigned digits : {8U, 64U, 120U}) {
    const LogBounds bounds = log_bounds(2, digits);
    Rational low(bounds.low);
    Rational high(bounds.high);
    low >>= digits;
    high >>= digits;
    EXPECT_LE(low, kAboveLog2);
    EXPECT_GE(high, kBelowLog2);
    EXPECT_LE(bounds.high - bounds.low, 6 * digits);
  }
}

TEST(Logarithm, OfOneIsZero) {
  EXPECT_TRUE(log_at_most(1, 0));
  EXPECT_TRUE(log_at_most(1, Rational(1, 1000)));
  EXPECT_FALSE(log_at_most(Rational(1000001, 1000000), 0));
}

TEST(Logarithm, DecidesWhatADoubleCannot) {
  EXPECT_FALSE(log_at_most(2, kBelowLog2));
  EXPECT_TRUE(log_at_most(2, kAboveLog2));
  EXPECT_FALSE(log_at_most(8, 3 * kBelowLog2));
  EXPECT_TRUE(log_at_most(8, 3 * kAboveLog2));
}

RC_GTEST_PROP(LogarithmProperty, AgreesWithFloatingPointWhereThatIsSure,
              (std::uint32_t a, std::uint32_t b)) {
  const Rational x = share(std::uint64_t{a} + b + 1, std::uint64_t{b} + 1);
  const double log = std::log(x.get_d());
  RC_ASSERT(log_at_most(x, Rational(log + 1e-9)));
  RC_ASSERT(log < 1e-9 || !log_at_most(x, Rational(log - 1e-9)));
}

}  // namespace
}  // namespace overt
