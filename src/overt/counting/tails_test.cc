#include "overt/counting/tails.h"

#include <gtest/gtest.h>

#include "overt/base/random.h"
#include "overt/base/rational.h"

namespace overt {
namespace {

Integer choose(std::uint32_t n, std::uint32_t k) {
  Integer result;
  mpz_bin_uiui(result.get_mpz_t(), n, k);
  return result;
}

// P(sum of draws <= cap), by the definition.
Rational exact(std::span<const Draw> draws, std::int64_t cap) {
  if (cap < 0) return 0;
  if (draws.empty()) return 1;
  const Draw& draw = draws.front();
  Rational sum = 0;
  for (std::uint32_t x = 0; x <= std::min(draw.marked, draw.draws); ++x) {
    if (draw.draws - x > draw.size - draw.marked) continue;
    Rational own(choose(draw.marked, x) * choose(draw.size - draw.marked, draw.draws - x),
                 choose(draw.size, draw.draws));
    own.canonicalize();
    sum += own * exact(draws.subspan(1), cap - static_cast<std::int64_t>(x));
  }
  return sum;
}

TEST(Tails, OfTheExample) {
  const Tails tails(4);
  const std::vector<Draw> draws = {{4, 2, 2}};
  EXPECT_NEAR(tails.at_most(draws, 1), 5.0 / 6, 1e-5);
  EXPECT_GE(Rational(tails.at_most(draws, 1)), Rational(5, 6));
  EXPECT_EQ(tails.at_most(draws, 2), 1);
}

TEST(Tails, AreNeverBelowTheProbabilityAndCloseToIt) {
  SeededRandom coins(1);
  const Tails tails(60);
  for (int round = 0; round < 2'000; ++round) {
    std::vector<Draw> draws;
    std::uint32_t most = 0;
    for (std::uint32_t n = 1 + coins.below(3); n > 0; --n) {
      const std::uint32_t size = 1 + coins.below(20);
      draws.push_back({size, coins.below(size + 1), coins.below(size + 1)});
      most += std::min(draws.back().marked, draws.back().draws);
    }
    const std::uint32_t cap = coins.below(most + 1);
    const Rational probability = exact(draws, cap);
    const double bound = tails.at_most(draws, cap);
    ASSERT_GE(Rational(bound), probability);
    ASSERT_LE(bound, probability.get_d() * (1 + 1e-5) + 1e-290);
  }
}

// Long convolutions use Hoeffding's inequality: looser, and still never below.
TEST(Tails, OfManyRecordsAreBoundedByHoeffding) {
  const Tails tails(100'000);
  const std::vector<Draw> draws(40, Draw{2'000, 500, 1'000});  // mean 40 * 250 = 10,000
  const double far = tails.at_most(draws, 9'000);
  EXPECT_LT(far, 1e-20);
  EXPECT_GT(far, 0);
  EXPECT_EQ(tails.at_most(draws, 10'001), 1);
  // One draw fits into a convolution; the bound of a wider one is no smaller.
  EXPECT_GE(tails.at_most(draws, 9'900), tails.at_most(draws, 9'800));
}

}  // namespace
}  // namespace overt
