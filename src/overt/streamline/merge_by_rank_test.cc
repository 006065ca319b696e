#include "overt/streamline/merge_by_rank.h"

#include <gtest/gtest.h>

#include "overt/base/progress.h"
#include "overt/streamline/mean_rank.h"
#include "overt/streamline/rda.h"
#include "overt/streamline/tables_for_tests.h"

namespace overt {
namespace {

FamilySet pairs(std::size_t records) {
  Groups groups;
  for (Record r = 0; r < records; r += 2) groups.add(std::vector<Record>{r, r + 1});
  return FamilySet(groups);
}

std::vector<std::vector<Record>> sorted(const Groups& groups) {
  std::vector<std::vector<Record>> result;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    result.emplace_back(groups[g].begin(), groups[g].end());
    std::sort(result.back().begin(), result.back().end());
  }
  std::sort(result.begin(), result.end());
  return result;
}

TEST(MergeByRank, JoinsNeighbours) {
  SeededRandom coins(1);
  // Mean ranks 9 1 7 2: neighbours are {1 2} and {7 9}.
  const std::vector<std::uint32_t> ranks = {9, 9, 0, 2, 7, 7, 2, 2};
  EXPECT_EQ(sorted(merge_by_rank(pairs(8), ranks, 3, coins)),
            (std::vector<std::vector<Record>>{{0, 1, 4, 5}, {2, 3, 6, 7}}));
  // The rest joins the last.
  EXPECT_EQ(sorted(merge_by_rank(pairs(8), ranks, 6, coins)),
            (std::vector<std::vector<Record>>{{0, 1, 2, 3, 4, 5, 6, 7}}));
  EXPECT_EQ(sorted(merge_by_rank(pairs(6), std::vector<std::uint32_t>{5, 5, 1, 1, 3, 3}, 4, coins)),
            (std::vector<std::vector<Record>>{{0, 1, 2, 3, 4, 5}}));
  // Nothing to do.
  EXPECT_EQ(merge_by_rank(pairs(8), ranks, 2, coins).size(), 4U);
  EXPECT_EQ(merge_by_rank(pairs(8), ranks, 1, coins).size(), 4U);
}

TEST(MergeByRank, KeepsTheFamilyAndTheSize) {
  SeededRandom coins(5);
  Progress progress;
  for (int round = 0; round < 200; ++round) {
    const std::uint32_t l = 2 + coins.below(4);
    const auto sizes = sizes_at_the_edge(l, 1 + coins.below(20), coins);
    const std::vector<Code> values = table_with(sizes);
    std::vector<std::uint32_t> ranks;
    for (std::size_t r = 0; r < values.size(); ++r) ranks.push_back(coins.below(1000));
    const FamilySet family = rda(values, static_cast<Code>(sizes.size()), l, coins, progress);
    const std::uint64_t least = 1 + coins.below(static_cast<std::uint32_t>(values.size()));
    const Groups merged = merge_by_rank(family, ranks, least, coins);
    ASSERT_TRUE(family.contains(merged));
    ASSERT_TRUE(keeps_the_promise(merged, values, l));
    for (std::size_t g = 0; g < merged.size(); ++g) ASSERT_GE(merged[g].size(), least);
  }
}

TEST(MeanRank, ComparesExactly) {
  MeanRank third, half;
  for (const std::uint32_t rank : {0U, 0U, 4294967295U}) third.add(rank);
  for (const std::uint32_t rank : {0U, 4294967295U}) half.add(rank);
  EXPECT_TRUE(third < half);
  EXPECT_FALSE(half < third);
  EXPECT_FALSE(third < third);
  EXPECT_TRUE(third.is_below(1431655766));
  EXPECT_FALSE(third.is_below(1431655765));  // the mean itself
  EXPECT_FALSE(third.distance(0) < third.distance(0));
  EXPECT_TRUE(third.distance(1431655764) < third.distance(1431655767));  // 1 and 2 away
}

}  // namespace
}  // namespace overt
