#include "overt/streamline/gda.h"

#include <gtest/gtest.h>

#include <map>

#include "overt/adversary/enumerated_random.h"
#include "overt/base/impatient_for_tests.h"
#include "overt/streamline/gda_reference.h"
#include "overt/streamline/tables_for_tests.h"

namespace overt {
namespace {

std::vector<std::vector<Record>> as_sets(const Groups& groups) {
  std::vector<std::vector<Record>> result;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    result.emplace_back(groups[g].begin(), groups[g].end());
  }
  return result;
}

std::vector<std::vector<Record>> sorted(std::vector<std::vector<Record>> groups) {
  for (auto& group : groups) std::sort(group.begin(), group.end());
  std::sort(groups.begin(), groups.end());
  return groups;
}

std::vector<std::uint32_t> random_ranks(std::size_t records, std::uint32_t below,
                                        RandomSource& coins) {
  std::vector<std::uint32_t> ranks;
  for (std::size_t r = 0; r < records; ++r) ranks.push_back(coins.below(below));
  return ranks;
}

// The example of gda.h and of docs/algorithms/gda.md.
TEST(Gda, GroupsNeighbours) {
  const std::vector<Code> values = {0, 0, 1, 1, 2};
  const std::vector<std::uint32_t> ranks = {0, 10, 20, 30, 40};
  SeededRandom coins(1);
  Progress progress;
  EXPECT_EQ(sorted(as_sets(gda(values, 3, ranks, 2, coins, progress))),
            (std::vector<std::vector<Record>>{{0, 2}, {1, 3, 4}}));
}

// Outcome by outcome, over all arrangements of small multisets and several kinds of
// ranks: all different, with ties, all equal.
TEST(Gda, AgreesWithTheReferenceOnEveryOutcome) {
  std::size_t outcomes = 0;
  Progress progress;
  for (std::uint32_t n = 3; n <= 7; ++n) {
    for (std::uint32_t l = 2; l <= 3; ++l) {
      for_each_eligible(n, l, [&](const std::vector<std::uint32_t>& sizes) {
        std::vector<Code> values = table_with(sizes);
        const auto domain = static_cast<Code>(sizes.size());
        if (n == 7 && sizes.size() > 4) return;
        do {
          for (const std::uint32_t step : {1U, 3U}) {
            std::vector<std::uint32_t> ranks;
            for (std::uint32_t r = 0; r < n; ++r) ranks.push_back(r * r / step);
            EnumeratedRandom coins;
            do {
              coins.restart();
              const Groups fast = gda(values, domain, ranks, l, coins, progress);
              coins.restart();
              const auto slow = reference::Gda(values, ranks, l).run(coins);
              ASSERT_EQ(sorted(as_sets(fast)), sorted(slow));
              ASSERT_TRUE(keeps_the_promise(fast, values, l));
              ++outcomes;
            } while (coins.next());
          }
        } while (std::next_permutation(values.begin(), values.end()));
      });
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  EXPECT_GT(outcomes, 10'000U);
}

// Larger tables at the edge of eligibility, where left-overs are many and some
// have no compatible group.
TEST(Gda, AgreesWithTheReferenceAtTheEdgeOfEligibility) {
  Progress progress;
  SeededRandom tables(9);
  for (std::uint64_t round = 0; round < 2'000; ++round) {
    const std::uint32_t l = 2 + tables.below(5);
    const auto sizes = sizes_at_the_edge(l, 1 + tables.below(8), tables);
    std::vector<Code> values = table_with(sizes);
    shuffle(std::span(values), tables);
    const auto ranks = random_ranks(values.size(), 1 + tables.below(60), tables);
    SeededRandom coins(round);
    SeededRandom same_coins(round);
    const Groups fast = gda(values, static_cast<Code>(sizes.size()), ranks, l, coins, progress);
    ASSERT_EQ(sorted(as_sets(fast)), sorted(reference::Gda(values, ranks, l).run(same_coins)));
    ASSERT_TRUE(keeps_the_promise(fast, values, l));
  }
}

// Ranks by colour make GDA take the wrong colours: many left-overs of few colours.
// Colours 0 and 1 have N/l records each, 2 and 3 are nearest to 0.
TEST(Gda, PlacesManyLeftOversWithoutCompatibleGroups) {
  Progress progress;
  for (const std::uint32_t scale : {1U, 10U, 1000U}) {
    const std::vector<std::uint32_t> sizes = {10 * scale, 10 * scale, 6 * scale, 4 * scale};
    const std::vector<Code> values = table_with(sizes);
    std::vector<std::uint32_t> ranks;
    for (std::size_t r = 0; r < values.size(); ++r) {
      ranks.push_back(values[r] == 1 ? 1'000'000 : static_cast<std::uint32_t>(r % 97));
    }
    SeededRandom coins(scale);
    const Groups groups = gda(values, 4, ranks, 3, coins, progress);
    EXPECT_TRUE(keeps_the_promise(groups, values, 3));
    std::size_t largest = 0;
    for (std::size_t g = 0; g < groups.size(); ++g) largest = std::max(largest, groups[g].size());
    EXPECT_LE(largest, 6U);  // a a b b c d: nothing had to be joined
    if (scale <= 10) {
      SeededRandom same_coins(scale);
      EXPECT_EQ(sorted(as_sets(groups)), sorted(reference::Gda(values, ranks, 3).run(same_coins)));
    }
  }
}

TEST(Gda, TakesRecordsOfEqualRankByChance) {
  // All ranks equal: which of the a's goes with which b is a coin.
  const std::vector<Code> values = {0, 0, 1, 1};
  const std::vector<std::uint32_t> ranks(4, 7);
  std::map<std::vector<std::vector<Record>>, Rational> seen;
  Progress progress;
  EnumeratedRandom coins;
  do {
    coins.restart();
    const auto groups = sorted(as_sets(gda(values, 2, ranks, 2, coins, progress)));
    seen[groups] += coins.probability();
  } while (coins.next());
  ASSERT_EQ(seen.size(), 2U);
  EXPECT_EQ(seen.begin()->second, Rational(1, 2));
}

TEST(Gda, StandsTheLargestRanks) {
  const std::vector<Code> values = {0, 0, 1, 1, 2};
  const std::vector<std::uint32_t> ranks = {0, 4294967295U, 0, 4294967295U, 4294967295U};
  SeededRandom coins(1);
  Progress progress;
  EXPECT_EQ(sorted(as_sets(gda(values, 3, ranks, 2, coins, progress))),
            (std::vector<std::vector<Record>>{{0, 2}, {1, 3, 4}}));
}

TEST(Gda, StopsWhenAskedTo) {
  Impatient progress;
  SeededRandom coins(1);
  EXPECT_THROW(
      gda(std::vector<Code>{0, 1}, 2, std::vector<std::uint32_t>{0, 1}, 2, coins, progress), Error);
}

}  // namespace
}  // namespace overt
