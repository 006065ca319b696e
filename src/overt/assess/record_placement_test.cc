#include "overt/assess/record_placement.h"

#include <gtest/gtest.h>

#include <map>

#include "overt/base/impatient_for_tests.h"
#include "overt/utility/random_release_for_tests.h"

namespace overt {
namespace {

Column column_of(const std::vector<Code>& codes, Code domain) {
  Column column;
  column.values.resize(domain);
  column.codes = codes;
  return column;
}

// A release of one ordered column: `cells[g]` are the ages of group g, `values[g]` its values.
ReleasedTable release_of(const std::vector<std::pair<Code, Code>>& cells,
                         const std::vector<std::vector<Code>>& values) {
  ReleasedTable release;
  release.cells.resize(1);
  std::uint32_t records = 0;
  for (std::size_t g = 0; g < cells.size(); ++g) {
    release.cells[0].cells.push_back({cells[g].first, cells[g].second, {}});
    release.cells[0].of_group.push_back(static_cast<std::uint32_t>(g));
    for (const Code value : values[g]) release.values.push_back({value, 1});
    release.value_ends.push_back(static_cast<std::uint32_t>(release.values.size()));
    release.record_ends.push_back(records += static_cast<std::uint32_t>(values[g].size()));
  }
  return release;
}

std::vector<std::uint32_t> groups_of_records(const Groups& groups) {
  std::vector<std::uint32_t> result(groups.records());
  for (std::uint32_t g = 0; g < groups.size(); ++g) {
    for (const Record r : groups[g]) result[r] = g;
  }
  return result;
}

// The example of the header: 40 fits the first group alone, so 30 goes to the second.
TEST(RecordPlacement, WhoFitsOneGroupDecidesForOthers) {
  const Column age = column_of({3, 4, 3, 4}, 6);
  const Column value = column_of({0, 0, 1, 1}, 2);
  const ReleasedTable release = release_of({{2, 5}, {3, 3}}, {{0, 1}, {0, 1}});
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    SeededRandom coins(seed);
    const auto placed = place_records({&age}, value, release, coins, unwatched());
    ASSERT_TRUE(placed);
    EXPECT_EQ(groups_of_records(placed->groups), (std::vector<std::uint32_t>{1, 0, 1, 0}));
    EXPECT_EQ(placed->several, 2U);
  }
}

// Four people of one value in a chain of overlapping groups: only long moves make room for all.
TEST(RecordPlacement, ChainsOfMovesAreFound) {
  const Column age = column_of({1, 2, 3, 4}, 6);
  const Column value = column_of({0, 0, 0, 0}, 1);
  const ReleasedTable release = release_of({{0, 1}, {1, 2}, {2, 3}, {3, 5}}, {{0}, {0}, {0}, {0}});
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    SeededRandom coins(seed);
    const auto placed = place_records({&age}, value, release, coins, unwatched());
    ASSERT_TRUE(placed);
    EXPECT_EQ(groups_of_records(placed->groups), (std::vector<std::uint32_t>{0, 1, 2, 3}));
  }
}

TEST(RecordPlacement, OfAnotherTableIsNone) {
  const Column age = column_of({1, 1}, 6);
  const Column value = column_of({0, 0}, 1);
  SeededRandom coins(1);
  EXPECT_FALSE(
      place_records({&age}, value, release_of({{0, 1}, {2, 3}}, {{0}, {0}}), coins, unwatched()));
}

// Random releases of random tables, in all shapes of cells: everybody lies in the rectangle of
// their group, and every group has its values.
TEST(RecordPlacement, AgreesWithReleaseAndTable) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SeededRandom coins(seed);
    const RandomRelease random =
        random_release(1 + coins.below(60), 1 + coins.below(3), 6, 1 + coins.below(8), coins);
    std::vector<Column> columns;
    for (std::size_t c = 0; c < random.codes.size(); ++c) {
      columns.push_back(column_of(random.codes[c], random.original.domains[c].size));
    }
    std::vector<const Column*> quasi;
    for (std::size_t c = 0; c + 1 < columns.size(); ++c) quasi.push_back(&columns[c]);
    const ReleasedTable& release = random.generalized;
    const auto placed = place_records(quasi, columns.back(), release, coins, unwatched());
    ASSERT_TRUE(placed);
    ASSERT_TRUE(placed->groups.is_partition_of(release.records()));
    for (std::size_t g = 0; g < release.groups(); ++g) {
      std::map<Code, std::uint32_t> counts;
      for (const Record r : placed->groups[g]) {
        ++counts[columns.back().codes[r]];
        for (std::size_t c = 0; c < quasi.size(); ++c) {
          const CellColumn& cells = release.cells[c];
          ASSERT_TRUE(cells.cells[cells.of_group[g]].contains(quasi[c]->codes[r]));
        }
      }
      ASSERT_EQ(counts.size(), release.values_of(g).size());
      for (const CountedCode& value : release.values_of(g)) {
        ASSERT_EQ(counts[value.code], value.count);
      }
    }
  }
}

// Three people, three groups; the third person fits two of them: four groupings fit, and none is
// preferred (a share of 1/4 of 4,000 has a standard deviation of 0.7 points).
TEST(RecordPlacement, NoFittingGroupingIsPreferred) {
  const Column age = column_of({2, 2, 3}, 6);
  const Column value = column_of({0, 0, 0}, 1);
  const ReleasedTable release = release_of({{2, 3}, {2, 3}, {0, 2}}, {{0}, {0}, {0}});
  std::map<std::vector<std::uint32_t>, int> seen;
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    SeededRandom coins(seed);
    const auto placed = place_records({&age}, value, release, coins, unwatched());
    ASSERT_TRUE(placed);
    ++seen[groups_of_records(placed->groups)];
  }
  EXPECT_EQ(seen.size(), 4U);
  for (const auto& [groups, times] : seen) EXPECT_NEAR(times, 1000, 110);
}

TEST(RecordPlacement, CanBeStopped) {
  const Column age = column_of({2, 2, 3}, 6);
  const Column value = column_of({0, 0, 0}, 1);
  const ReleasedTable release = release_of({{2, 3}, {2, 3}, {0, 2}}, {{0}, {0}, {0}});
  SeededRandom coins(1);
  Impatient impatient;
  EXPECT_THROW(place_records({&age}, value, release, coins, impatient), Error);
}

}  // namespace
}  // namespace overt
