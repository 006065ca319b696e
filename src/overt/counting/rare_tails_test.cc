#include "overt/counting/rare_tails.h"

#include <gtest/gtest.h>

#include <cmath>

#include "overt/base/random.h"
#include "overt/base/rational.h"

namespace overt {
namespace {

Integer ways(std::uint32_t n, std::uint32_t k) {
  Integer result;
  mpz_bin_uiui(result.get_mpz_t(), n, k);
  return result;
}

// P(sum of draws = x), by the definition.
std::vector<Rational> distribution(std::span<const Draw> draws) {
  std::vector<Rational> sum = {1};
  for (const Draw& draw : draws) {
    std::vector<Rational> next(sum.size() + std::min(draw.marked, draw.draws), 0);
    for (std::uint32_t x = 0; x <= std::min(draw.marked, draw.draws); ++x) {
      if (draw.draws - x > draw.size - draw.marked) continue;
      Rational own(ways(draw.marked, x) * ways(draw.size - draw.marked, draw.draws - x),
                   ways(draw.size, draw.draws));
      own.canonicalize();
      for (std::size_t i = 0; i < sum.size(); ++i) next[i + x] += sum[i] * own;
    }
    sum = std::move(next);
  }
  return sum;
}

double log_of(const Rational& number) {
  signed long bits_above = 0, bits_below = 0;
  const double above = mpz_get_d_2exp(&bits_above, number.get_num().get_mpz_t());
  const double below = mpz_get_d_2exp(&bits_below, number.get_den().get_mpz_t());
  return std::log(above) - std::log(below) +
         static_cast<double>(bits_above - bits_below) * std::log(2.0);
}

TEST(RareTails, EncloseTheProbabilityTightly) {
  SeededRandom coins(1);
  const RareTails tails(400);
  int rare = 0;
  for (int round = 0; round < 3'000; ++round) {
    std::vector<Draw> draws;
    const std::uint32_t largest = coins.below(10) == 0 ? 400 : 25;
    for (std::uint32_t n = 1 + coins.below(3); n > 0; --n) {
      const std::uint32_t size = 1 + coins.below(largest);
      draws.push_back({size, coins.below(size + 1), coins.below(size + 1)});
    }
    const auto exact = distribution(draws);
    std::uint32_t cap = coins.below(static_cast<std::uint32_t>(exact.size()) + 2);
    if (coins.below(2) == 0) {  // far out
      cap = static_cast<std::uint32_t>(exact.size()) -
            std::min<std::uint32_t>(exact.size(), 2 + coins.below(5));
    }
    Rational over = 0, excess = 0;
    const Rational base(1, 4);
    for (std::size_t x = cap + 1; x < exact.size(); ++x) {
      over += exact[x];
      excess += exact[x] * (Rational(static_cast<unsigned long>(x - cap - 1)) + base);
    }
    std::uint64_t work = 0;
    const RareTail found = tails.over(draws, cap, base.get_d(), work);
    EXPECT_GT(work, 0U);
    ASSERT_EQ(found.possible, over > 0);
    if (!found.possible) continue;
    const double log_over = log_of(over);
    rare += log_over < -20 ? 1 : 0;
    ASSERT_LE(found.low, log_over + 1e-12);
    ASSERT_GE(found.high, log_over - 1e-12);
    ASSERT_GT(found.low, log_over - 1e-6);
    ASSERT_LT(found.high, log_over + 1e-6);
    ASSERT_LE(found.excess, log_of(excess) + 1e-12);
    ASSERT_GT(found.excess, log_of(excess) - 1e-6);
    // Far beyond the cap.
    const std::uint64_t far = cap + coins.below(20);
    Rational beyond = 0;
    for (std::size_t x = far + 1; x < exact.size(); ++x) beyond += exact[x];
    if (beyond > 0) {
      ASSERT_GE(found.beyond(static_cast<double>(far)), log_of(beyond) - 1e-12);
    }
    const std::uint64_t quantile = found.quantile(log_over - 5);
    ASSERT_TRUE(quantile == found.most ||
                found.beyond(static_cast<double>(quantile)) <= log_over - 5 + 1e-9);
  }
  EXPECT_GT(rare, 100);  // below 2e-9
}

// 30,000 records, 4,000 marked: half of them, by the sum of exact terms.
TEST(RareTails, OfLargeGroups) {
  const RareTails tails(30'000);
  std::uint64_t work = 0;
  const std::vector<Draw> draws = {{30'000, 4'000, 15'000}};
  const RareTail found = tails.over(draws, 2'500, 0, work);
  Integer sum = 0;
  for (std::uint32_t x = 2'501; x <= 4'000; ++x) sum += ways(4'000, x) * ways(26'000, 15'000 - x);
  Rational exact(sum, ways(30'000, 15'000));
  exact.canonicalize();
  EXPECT_LE(found.low, log_of(exact));
  EXPECT_GE(found.high, log_of(exact));
  EXPECT_LT(found.high - found.low, 1e-6);
  EXPECT_LT(found.high, -140);
  EXPECT_LT(work, 10'000U);
}

}  // namespace
}  // namespace overt
