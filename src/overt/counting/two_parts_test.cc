#include "overt/counting/two_parts.h"

#include <gtest/gtest.h>

#include <numeric>

#include "overt/base/random.h"
#include "overt/counting/count_tables.h"

namespace overt {
namespace {

TEST(TwoParts, OfTheExample) {
  const std::vector<std::uint32_t> counts = {2, 2};
  const TwoParts parts = two_parts(counts, {2, 1}, {2, 1});
  EXPECT_NEAR(parts.good.low, 2.0 / 3, 1e-8);
  EXPECT_NEAR(parts.chance[0][0].low, 0.5, 1e-8);
}

// Against all count tables of the two parts.
TEST(TwoParts, ContainTheExactNumbers) {
  SeededRandom coins(1);
  std::size_t impossible = 0;
  for (int round = 0; round < 1'000; ++round) {
    View view{static_cast<Code>(2 + coins.below(3)), {}};
    for (Code v = 0; v < view.values; ++v) view.counts.push_back(coins.below(5));
    const auto all = std::accumulate(view.counts.begin(), view.counts.end(), 0U);
    if (all < 2) continue;
    const std::uint32_t first = 1 + coins.below(all - 1);
    const Part parts[2] = {{first, 1 + coins.below(4)}, {all - first, 1 + coins.below(4)}};
    Integer total = 0;
    Integer good = 0;
    std::vector<Integer> with(2 * view.values);
    for_each_count_table(view, std::vector<std::uint32_t>{0, 0},
                         std::vector<std::uint32_t>{parts[0].size, parts[1].size},
                         [&](const View& counts, const Integer& weight) {
                           total += weight;
                           for (std::size_t c = 0; c < 2; ++c) {
                             for (Code v = 0; v < view.values; ++v) {
                               if (counts[c][v] > parts[c].cap) return true;
                             }
                           }
                           good += weight;
                           for (std::size_t i = 0; i < with.size(); ++i) {
                             with[i] += weight * counts.counts[i];
                           }
                           return true;
                         });
    const TwoParts found = two_parts(view.counts, parts[0], parts[1]);
    Rational share(good, total);
    share.canonicalize();
    ASSERT_LE(Rational(found.good.low), share);
    ASSERT_GE(Rational(found.good.high), share);
    ASSERT_LE(found.good.high - found.good.low, 1e-8);
    if (good == 0) {
      ASSERT_TRUE(found.chance[0].empty());
      ++impossible;
      continue;
    }
    for (std::size_t c = 0; c < 2; ++c) {
      for (Code v = 0; v < view.values; ++v) {
        Rational chance(with[c * view.values + v], good * parts[c].size);
        chance.canonicalize();
        ASSERT_LE(Rational(found.chance[c][v].low), chance);
        ASSERT_GE(Rational(found.chance[c][v].high), chance);
        ASSERT_LE(found.chance[c][v].high - found.chance[c][v].low, 1e-7);
      }
    }
  }
  EXPECT_GT(impossible, 20U);
}

// Sizes at which factorials would overflow.
TEST(TwoParts, OfALargeGroup) {
  const std::vector<std::uint32_t> counts(10, 1'000);
  const TwoParts parts = two_parts(counts, {3'000, 330}, {7'000, 7'000});
  EXPECT_GT(parts.good.low, 0.02);  // ten values, each at most 2.4 sigma above its mean
  EXPECT_LT(parts.good.high, 0.98);
  for (const Interval& chance : parts.chance[0]) {
    EXPECT_LE(chance.low, 0.1);
    EXPECT_GE(chance.high, 0.1);  // all values alike
  }
}

}  // namespace
}  // namespace overt
