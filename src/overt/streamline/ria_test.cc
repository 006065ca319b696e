#include "overt/streamline/ria.h"

#include <gtest/gtest.h>

#include <map>

#include "overt/adversary/enumerated_random.h"
#include "overt/base/impatient_for_tests.h"
#include "overt/streamline/ria_reference.h"
#include "overt/streamline/self_contained.h"
#include "overt/streamline/tables_for_tests.h"

namespace overt {
namespace {

reference::Partners sorted_partners(const Candidates& candidates) {
  reference::Partners result;
  for (Record r = 0; r < candidates.records(); ++r) {
    const auto partners = candidates.partners(r);
    result.emplace_back(partners.begin(), partners.end());
    std::sort(result.back().begin(), result.back().end());
  }
  return result;
}

// The exact distribution of `run` over all outcomes of the coins.
template <typename Run>
std::map<reference::Partners, Rational> distribution(const Run& run) {
  std::map<reference::Partners, Rational> result;
  EnumeratedRandom coins;
  do {
    coins.restart();
    const reference::Partners partners = run(coins);
    result[partners] += coins.probability();
  } while (coins.next());
  return result;
}

TEST(Ria, GivesCandidatesOnEverySmallMultiset) {
  SeededRandom coins(1);
  Progress progress;
  std::size_t tried = 0;
  for (std::uint32_t n = 2; n <= 24; ++n) {
    for (std::uint32_t l = 2; l <= 6; ++l) {
      for_each_eligible(n, l, [&](const std::vector<std::uint32_t>& sizes) {
        const std::vector<Code> values = table_with(sizes);
        const auto domain = static_cast<Code>(sizes.size());
        const Candidates candidates = ria_candidates(values, domain, l, coins, progress);
        ASSERT_TRUE(candidates.is_valid(values));
        ASSERT_TRUE(keeps_the_promise(minimal_partition(candidates), values, l));
        ++tried;
      });
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  EXPECT_GT(tried, 5'000U);
}

TEST(Ria, GivesCandidatesAtTheEdgeOfEligibility) {
  SeededRandom coins(4);
  Progress progress;
  for (int round = 0; round < 3'000; ++round) {
    const std::uint32_t l = 2 + coins.below(9);
    const auto sizes = sizes_at_the_edge(l, 1 + coins.below(40), coins);
    const std::vector<Code> values = table_with(sizes);
    const auto domain = static_cast<Code>(sizes.size());
    const Candidates candidates = ria_candidates(values, domain, l, coins, progress);
    ASSERT_TRUE(candidates.is_valid(values));
    const Groups groups = minimal_partition(candidates);
    ASSERT_TRUE(is_self_contained(groups, candidates));
    ASSERT_TRUE(keeps_the_promise(groups, values, l));
  }
}

// As a distribution over candidates, exactly.
TEST(Ria, IsDistributedAsTheReference) {
  Progress progress;
  std::size_t compared = 0;
  for (const auto& [sizes, l] :
       std::vector<std::pair<std::vector<std::uint32_t>, std::uint32_t>>{{{1, 1}, 2},
                                                                         {{1, 1, 1}, 2},
                                                                         {{1, 1, 1}, 3},
                                                                         {{2, 1, 1}, 2},
                                                                         {{2, 2}, 2},
                                                                         {{2, 2, 1}, 2},
                                                                         {{1, 1, 1, 1}, 3},
                                                                         {{2, 1, 1, 1}, 2},

                                                                         {{3, 2, 1}, 2},
                                                                         {{2, 2, 1, 1}, 3}}) {
    const std::vector<Code> values = table_with(sizes);
    const auto domain = static_cast<Code>(sizes.size());
    const auto fast = distribution([&, each = l](RandomSource& coins) {
      return sorted_partners(ria_candidates(values, domain, each, coins, progress));
    });
    const auto slow = distribution(
        [&, each = l](RandomSource& coins) { return reference::ria(values, each, coins); });
    EXPECT_EQ(fast, slow);
    compared += fast.size();
  }
  EXPECT_GT(compared, 1'000U);
}

// Values that no record has, as when codes were taken from a larger table.
TEST(Ria, LeavesOutValuesThatNoRecordHas) {
  SeededRandom coins(1);
  Progress progress;
  const std::vector<Code> values = {1, 1, 3, 3, 6};
  EXPECT_TRUE(ria_candidates(values, 8, 2, coins, progress).is_valid(values));
}

TEST(Ria, StopsWhenAskedTo) {
  Impatient progress;
  SeededRandom coins(1);
  EXPECT_THROW(ria(std::vector<Code>{0, 1}, 2, 2, coins, progress), Error);
}

}  // namespace
}  // namespace overt
