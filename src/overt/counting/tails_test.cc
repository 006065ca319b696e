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

// P(draw > cap), by big integers, from the first term on.
Rational exact_above(const Draw& draw, std::uint32_t cap) {
  Integer sum = 0;
  const std::uint32_t others = draw.size - draw.marked;
  for (std::uint32_t x = cap + 1; x <= std::min(draw.marked, draw.draws); ++x) {
    if (draw.draws - x > others) continue;
    sum += choose(draw.marked, x) * choose(others, draw.draws - x);
  }
  Rational result(sum, choose(draw.size, draw.draws));
  result.canonicalize();
  return result;
}

TEST(Tails, AboveIsNeverBelowTheProbability) {
  SeededRandom coins(2);
  const Tails tails(80);
  std::size_t certain = 0;
  std::size_t never = 0;
  for (int round = 0; round < 20'000; ++round) {
    const std::uint32_t size = 1 + coins.below(80);
    const Draw draw = {size, coins.below(size + 1), coins.below(size + 1)};
    const std::uint32_t cap = coins.below(std::min(draw.marked, draw.draws) + 2);
    const double bound = tails.above(draw, cap);
    const Rational probability = exact_above(draw, cap);
    ASSERT_GE(Rational(bound), probability);
    ASSERT_LE(bound, 1);
    if (probability == 0) {
      ASSERT_EQ(bound, 0);
    }
    certain += probability == 1 ? 1 : 0;
    never += probability == 0 ? 1 : 0;
  }
  EXPECT_GT(certain, 100U);
  EXPECT_GT(never, 100U);
}

// In nodes of the size that local recoding asks about, a small tail is bounded closely.
TEST(Tails, AboveIsCloseWhereItIsSmall) {
  SeededRandom coins(3);
  const Tails tails(6'000);
  std::size_t small = 0;
  for (int round = 0; round < 150; ++round) {
    const std::uint32_t size = 200 + coins.below(5'800);
    const std::uint32_t draws = size / 4 + coins.below(size / 2);
    const std::uint32_t l = 2 + coins.below(8);
    // Some room below 1/l: the cap lies above the mean.
    const std::uint32_t marked = size / l - coins.below(size / l / 2);
    const Draw draw = {size, marked, draws};
    const double bound = tails.above(draw, draws / l);
    const Rational probability = exact_above(draw, draws / l);
    ASSERT_GE(Rational(bound), probability);
    if (probability > Rational(1, 1000) || probability < Rational(1e-250)) continue;
    ASSERT_LE(bound, probability.get_d() * 1.01);
    ++small;
  }
  EXPECT_GT(small, 40U);
}

// Ten million records: the logarithms of such factorials carry the largest errors.
TEST(Tails, AboveHoldsForTenMillionRecordsHeavy) {
  constexpr std::uint32_t kSize = 10'000'000;
  const Tails tails(kSize);
  const Draw draw = {kSize, 2'490'000, 5'000'000};
  const std::uint32_t others = draw.size - draw.marked;
  for (const std::uint32_t x : {1'248'000U, 1'250'001U}) {
    // The first term exactly, the following ones by their ratios, to 200 bits.
    mpf_class term(choose(draw.marked, x) * choose(others, draw.draws - x), 256);
    term /= mpf_class(choose(draw.size, draw.draws), 256);
    mpf_class sum(0, 256);
    for (std::uint32_t at = x; term > sum * 1e-30; ++at) {
      sum += term;
      term *= mpf_class(draw.marked - at, 256) * (draw.draws - at);
      term /= mpf_class(at + 1, 256) * (others + at + 1 - draw.draws);
    }
    const double bound = tails.above(draw, x - 1);
    EXPECT_GE(mpf_class(bound, 256), sum);
    EXPECT_LT(bound, 1e-2);
    EXPECT_LE(bound, sum.get_d() * 1.2 + 1e-290);
  }
}

}  // namespace
}  // namespace overt
