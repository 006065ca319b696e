#include "overt/local/steering/steered_policy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "overt/local/local.h"
#include "overt/local/steering/planted_table_for_tests.h"

namespace overt {
namespace {

Groups steered(const PlantedTable& table, const Caps& caps, RandomSource& coins,
               const SteeredOptions& options = {}, LocalWalk* walk = nullptr) {
  const PublicRows rows(table.columns);
  Progress progress;
  return steered_local(table.values, kPlantedValues, rows, caps, options, coins, progress, walk);
}

bool all_keep(const Groups& groups, const PlantedTable& table, const Caps& caps) {
  MultisetCounter counter(table.values, kPlantedValues);
  for (std::size_t g = 0; g < groups.size(); ++g) {
    if (!caps.keep(counter.count(groups[g]))) return false;
  }
  return true;
}

// Two bands, one inside the other, and one beside them, over caps on values.
Caps bands() {
  return Caps({}, {1, 4}, {{{1, 3}, {0, 1}}, {{1, 2}, {0, 1, 2, 3}}, {{2, 5}, {4, 5, 6, 7}}});
}

// Twelve values are the rows of two columns, of three and four values.
Caps columns() {
  std::vector<CappedSet> sets;
  for (Code a = 0; a < 3; ++a) sets.push_back({{1, 2}, {a, a + 3, a + 6, a + 9}});
  for (Code b = 0; b < 4; ++b) sets.push_back({{2, 5}, {3 * b, 3 * b + 1, 3 * b + 2}});
  return Caps({}, {1, 1}, sets);
}

TEST(SteeredPolicy, GivesGroupsThatKeepTheCaps) {
  SeededRandom coins(1);
  std::size_t seen = 0;
  for (const std::size_t records : {7U, 20U, 100U, 1'000U, 5'000U}) {
    for (const Caps& caps :
         {Caps::one_in(2), Caps::one_in(4), Caps({{1, 5}, {1, 3}}, {1, 1}), bands(), columns()}) {
      for (int round = 0; round < 3; ++round) {
        const PlantedTable table = planted_table(records, coins);
        std::vector<Record> all(records);
        std::iota(all.begin(), all.end(), Record{0});
        if (!caps.keep(MultisetCounter(table.values, kPlantedValues).count(all))) continue;
        const Groups groups = steered(table, caps, coins);
        ASSERT_TRUE(groups.is_partition_of(records));
        ASSERT_TRUE(all_keep(groups, table, caps));
        seen += groups.size();
      }
    }
  }
  EXPECT_GT(seen, 1'000U);
}

// The mean over all records of how wide their group is, 0 to 1, both columns alike.
double mean_width(const Groups& groups, const PlantedTable& table) {
  double sum = 0;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    for (const SplitColumn& column : table.columns) {
      std::vector<std::uint32_t> places;
      for (const Record r : groups[g]) places.push_back(column.place[r]);
      const auto [low, high] = std::minmax_element(places.begin(), places.end());
      sum += (column.at[*high] - column.at[*low]) * static_cast<double>(places.size()) / 2;
    }
  }
  return sum / static_cast<double>(groups.records());
}

// Wherever the plain tree fails at the root, this one cuts.
TEST(SteeredPolicy, FindsCutsThatPass) {
  SeededRandom coins(2);
  const PlantedTable table = planted_table(20'000, coins);
  LocalWalk walk;
  const Groups groups = steered(table, Caps::one_in(4), coins, {}, &walk);
  // Groups of four from anywhere would have .57, equal rows 0.
  EXPECT_LT(mean_width(groups, table), 0.15);
  EXPECT_GT(walk.possible, 15U);
  EXPECT_LT(walk.failed_cuts + walk.veiled_stops, walk.possible / 2);
}

// The same table with every value split into three that count as one, beside caps on each.
TEST(SteeredPolicy, FindsCutsThatPassForBands) {
  SeededRandom coins(2);
  PlantedTable table = planted_table(20'000, coins);
  std::vector<CappedSet> sets;
  for (Code v = 0; v < kPlantedValues; ++v) sets.push_back({{1, 4}, {3 * v, 3 * v + 1, 3 * v + 2}});
  for (Code& v : table.values) v = 3 * v + coins.below(3);
  const Caps caps({}, {1, 4}, sets);
  const PublicRows rows(table.columns);
  Progress progress;
  LocalWalk walk;
  const Groups groups =
      steered_local(table.values, 3 * kPlantedValues, rows, caps, {}, coins, progress, &walk);
  EXPECT_LT(mean_width(groups, table), 0.15);
  EXPECT_GT(walk.possible, 15U);
  EXPECT_LT(walk.failed_cuts + walk.veiled_stops, walk.possible / 2);
}

TEST(SteeredPolicy, LeavesNoGroupSmallerThanAsked) {
  SeededRandom coins(3);
  const PlantedTable table = planted_table(3'000, coins);
  for (const std::uint32_t smallest : {11U, 100U}) {  // a pilot of one group, and none
    SteeredOptions options;
    options.smallest = smallest;
    const Groups groups = steered(table, Caps::one_in(4), coins, options);
    for (std::size_t g = 0; g < groups.size(); ++g) ASSERT_GE(groups[g].size(), smallest);
    EXPECT_GT(groups.size(), 600 / smallest);
  }
}

TEST(SteeredPolicy, PublishesEqualRowsAsTheyAre) {
  SeededRandom coins(4);
  PlantedTable table = planted_table(500, coins);
  for (SplitColumn& column : table.columns) {
    std::fill(column.place.begin(), column.place.end(), 1U);
  }
  EXPECT_EQ(steered(table, Caps::one_in(4), coins, {.largest_pilot = 0}).size(), 1U);
}

// Many equal rows, and no value near its cap: nothing to steer.
TEST(SteeredPolicy, IsThePlainTreeWhereThatServes) {
  SeededRandom coins(7);
  const PlantedTable table = planted_table(4'000, coins);
  SeededRandom one(8);
  SeededRandom other(8);
  const Groups steered_groups = steered(table, Caps::one_in(2), one);
  PublicTree tree(table.columns, 2);
  Progress progress;
  const Groups plain = local(table.values, kPlantedValues, tree, 2, other, progress);
  EXPECT_EQ(steered_groups.members, plain.members);
  EXPECT_EQ(steered_groups.offsets, plain.offsets);
  EXPECT_GT(plain.size(), 20U);
  // With values nearer to their caps it is not.
  SeededRandom third(8);
  SeededRandom fourth(8);
  PublicTree coarser(table.columns, 4);
  EXPECT_NE(steered(table, Caps::one_in(4), third).members,
            local(table.values, kPlantedValues, coarser, 4, fourth, progress).members);
}

// Coins and table alike, groups alike: nothing else plays a part.
TEST(SteeredPolicy, IsAFunctionOfTheTableAndTheCoins) {
  SeededRandom coins(5);
  const PlantedTable table = planted_table(4'000, coins);
  SeededRandom one(6);
  SeededRandom other(6);
  const Groups first = steered(table, Caps::one_in(4), one);
  const Groups second = steered(table, Caps::one_in(4), other);
  EXPECT_EQ(first.members, second.members);
  EXPECT_EQ(first.offsets, second.offsets);
}

}  // namespace
}  // namespace overt
