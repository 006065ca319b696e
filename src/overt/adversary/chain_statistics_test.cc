#include "overt/adversary/chain_statistics.h"

#include <gtest/gtest.h>

#include <cmath>

#include "overt/base/random.h"

namespace overt {
namespace {

// A chain over 0 and 1 that stays where it is with probability 1 - 1/stay, and else draws
// anew with P(1) = 1/4: the autocorrelation at lag k is (1 - 1/stay)^k.
ChainSums coin_chain(std::uint32_t stay, std::uint64_t samples, std::uint32_t batches,
                     RandomSource& coins) {
  ChainSums sums(1, samples, batches);
  std::uint32_t state = coins.below(4) == 0 ? 1 : 0;
  for (std::uint64_t s = 0; s < samples; ++s) {
    if (coins.below(stay) == 0) state = coins.below(4) == 0 ? 1 : 0;
    sums.add({&state, 1});
  }
  return sums;
}

TEST(ChainStatistics, OfIndependentSamples) {
  SeededRandom coins(1);
  const std::vector<ChainSums> chains = {coin_chain(1, 10'000, 100, coins),
                                         coin_chain(1, 10'000, 100, coins)};
  const Estimate found = estimate(chains, 0);
  EXPECT_NEAR(found.mean, 0.25, 5 * std::sqrt(0.1875 / 20'000));
  EXPECT_NEAR(found.error, std::sqrt(0.1875 / 20'000), 0.3 * std::sqrt(0.1875 / 20'000));
  EXPECT_GT(found.effective, 10'000);
  EXPECT_LT(found.r_hat, 1.01);
}

// The variance of the mean grows by (1 + a) / (1 - a), a the autocorrelation at lag 1:
// with stay 10, a = 0.9, by 19.
TEST(ChainStatistics, SeesThatSuccessiveSamplesAreAlike) {
  SeededRandom coins(2);
  std::vector<ChainSums> chains;
  for (int i = 0; i < 4; ++i) chains.push_back(coin_chain(10, 100'000, 100, coins));
  const Estimate found = estimate(chains, 0);
  EXPECT_NEAR(found.effective, 400'000 / 19.0, 0.35 * 400'000 / 19.0);
  EXPECT_NEAR(found.mean, 0.25, 5 * found.error);
}

// How often the truth is further away than two errors: about one time in twenty.
TEST(ChainStatistics, ErrorsAreOfTheRightSize) {
  SeededRandom coins(3);
  int beyond = 0;
  for (int round = 0; round < 400; ++round) {
    std::vector<ChainSums> chains;
    for (int i = 0; i < 2; ++i) chains.push_back(coin_chain(5, 3'000, 50, coins));
    const Estimate found = estimate(chains, 0);
    beyond += std::abs(found.mean - 0.25) > 2 * found.error ? 1 : 0;
  }
  EXPECT_GE(beyond, 4);
  EXPECT_LE(beyond, 36);
}

TEST(ChainStatistics, ChainsThatStandStillElsewhereDoNotAgree) {
  std::vector<ChainSums> chains(2, ChainSums(2, 50, 25));
  const std::vector<std::uint32_t> here = {1, 3};
  const std::vector<std::uint32_t> there = {0, 3};
  for (int s = 0; s < 50; ++s) {
    chains[0].add(here);
    chains[1].add(there);
  }
  const Estimate apart = estimate(chains, 0);
  EXPECT_TRUE(std::isinf(apart.r_hat));
  EXPECT_EQ(apart.lowest, 0);
  EXPECT_EQ(apart.highest, 1);
  EXPECT_DOUBLE_EQ(apart.error, 0.5);
  const Estimate same = estimate(chains, 1);  // a constant is known exactly
  EXPECT_EQ(same.mean, 3);
  EXPECT_EQ(same.error, 0);
  EXPECT_EQ(same.r_hat, 1);
  EXPECT_EQ(same.effective, 100);
}

TEST(ChainStatistics, AllowsMoreErrorsForMoreQuantities) {
  EXPECT_NEAR(errors_allowed(1, 0.01), 3.035, 0.001);
  EXPECT_NEAR(errors_allowed(100'000, 0.01), 5.678, 0.001);
}

}  // namespace
}  // namespace overt
