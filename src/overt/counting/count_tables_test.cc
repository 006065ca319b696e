#include "overt/counting/count_tables.h"

#include <gtest/gtest.h>

#include <map>

#include "overt/base/random.h"
#include "overt/counting/cells.h"
#include "overt/counting/table_set.h"

namespace overt {
namespace {

Groups groups_of(const std::vector<std::vector<Record>>& groups) {
  Groups result;
  for (const auto& group : groups) result.add(group);
  return result;
}

TEST(Cells, AreTheCommonRefinement) {
  const std::vector<Groups> sequence = {groups_of({{0, 1}, {2, 3}}), groups_of({{3}, {0, 1, 2}})};
  const Groups cells = common_refinement(sequence);
  EXPECT_EQ(cells.offsets, (std::vector<std::uint32_t>{0, 2, 3, 4}));
  EXPECT_EQ(cells.members, (std::vector<Record>{0, 1, 2, 3}));
  EXPECT_TRUE(refines(cells, sequence[0]));
  EXPECT_TRUE(refines(cells, cells));
  EXPECT_FALSE(refines(sequence[0], sequence[1]));
  EXPECT_EQ(group_of_cells(cells, sequence[0]), (std::vector<std::uint32_t>{0, 1, 1}));
  EXPECT_EQ(group_of_cells(cells, sequence[1]), (std::vector<std::uint32_t>{1, 1, 0}));
}

TEST(View, CountsTheValuesOfEachGroup) {
  const View view = view_of(groups_of({{0, 1}, {2, 3}}), std::vector<Code>{0, 1, 1, 1}, 2);
  EXPECT_EQ(view.counts, (std::vector<std::uint32_t>{1, 1, 0, 2}));
  EXPECT_EQ(coarser(view, std::vector<std::uint32_t>{0, 0}, 1).counts,
            (std::vector<std::uint32_t>{1, 3}));
}

// Every count table against the tables one by one: which there are, and how many
// tables each stands for.
TEST(CountTables, StandForAllTablesOfAPermutationSet) {
  SeededRandom coins(2);
  for (int round = 0; round < 200; ++round) {
    const std::uint32_t records = 4 + coins.below(4);
    const Code values = 2 + coins.below(3);
    std::vector<Code> table;
    std::vector<std::vector<Record>> released(2), fine(3);
    for (Record r = 0; r < records; ++r) {
      table.push_back(coins.below(values));
      released[coins.below(2)].push_back(r);
      fine[coins.below(3)].push_back(r);
    }
    std::erase_if(released, [](const auto& group) { return group.empty(); });
    std::erase_if(fine, [](const auto& group) { return group.empty(); });
    const Groups shown = groups_of(released);
    const std::vector<Groups> both = {groups_of(fine), shown};
    const Groups cells = common_refinement(both);
    const View view = view_of(shown, table, values);

    std::map<std::vector<std::uint32_t>, Integer> slow;
    TableSet slow_set(cells, values);
    std::vector<Code> other = table;
    std::sort(other.begin(), other.end());
    do {
      if (view_of(shown, other, values) == view) ++slow[view_of(cells, other, values).counts];
    } while (std::next_permutation(other.begin(), other.end()));

    std::map<std::vector<std::uint32_t>, Integer> fast;
    std::vector<std::uint32_t> sizes;
    for (std::size_t c = 0; c < cells.size(); ++c) {
      sizes.push_back(static_cast<std::uint32_t>(cells[c].size()));
    }
    for_each_count_table(view, group_of_cells(cells, shown), sizes,
                         [&](const View& counts, const Integer& weight) {
                           EXPECT_TRUE(fast.emplace(counts.counts, weight).second);
                           return true;
                         });
    ASSERT_EQ(fast, slow);
  }
}

TEST(CountTables, StopWhenAskedTo) {
  const View view{2, {2, 2}};
  int visits = 0;
  for_each_count_table(view, std::vector<std::uint32_t>{0, 0}, std::vector<std::uint32_t>{2, 2},
                       [&](const View&, const Integer&) { return ++visits < 2; });
  EXPECT_EQ(visits, 2);  // of three
}

TEST(TableSet, KnowsWhoIsKnownBest) {
  const Groups cells = groups_of({{0, 1}, {2}});
  TableSet set(cells, 2);
  EXPECT_EQ(set.tables(), 0);
  set.add(View{2, {2, 0, 0, 1}}, 1);
  set.add(View{2, {1, 1, 1, 0}}, 2);
  EXPECT_EQ(set.tables(), 3);
  // Record 0 or 1: value 0 in 1 + 2/2 = 2 of 3; record 2: value 0 in 2 of 3.
  EXPECT_EQ(set.worst().record, 0U);
  EXPECT_EQ(set.worst().value, 0U);
  EXPECT_EQ(set.worst().share, Rational(2, 3));
}

}  // namespace
}  // namespace overt
