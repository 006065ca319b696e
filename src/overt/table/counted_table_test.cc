#include "overt/table/counted_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "overt/base/error.h"
#include "overt/base/random.h"
#include "overt/table/counted_groups.h"
#include "overt/table/counted_source.h"

namespace overt {
namespace {

Column column_of(Code domain, std::vector<Code> codes) {
  Column column;
  for (Code code = 0; code < domain; ++code) column.values.push_back(std::to_string(code));
  column.codes = std::move(codes);
  return column;
}

CountedTable some_rows(std::vector<Code> first, std::vector<Code> second,
                       std::vector<std::uint64_t> counts) {
  CountedTable table;
  table.rows.columns = {column_of(3, std::move(first)), column_of(2, std::move(second))};
  table.counts = std::move(counts);
  return table;
}

TEST(CountedTable, MergesEqualRowsInTheOrderOfTheirCodes) {
  Progress progress;
  std::vector<std::uint32_t> merged_as;
  const CountedTable merged = merge_rows(
      some_rows({2, 0, 2, 1, 0}, {0, 1, 0, 1, 0}, {4, 1, 3, 2, 5}), progress, &merged_as);
  EXPECT_EQ(merged_as, (std::vector<std::uint32_t>{3, 1, 3, 2, 0}));
  EXPECT_EQ(merged.rows.columns[0].codes, (std::vector<Code>{0, 0, 1, 2}));
  EXPECT_EQ(merged.rows.columns[1].codes, (std::vector<Code>{0, 1, 1, 0}));
  EXPECT_EQ(merged.counts, (std::vector<std::uint64_t>{5, 1, 2, 7}));
  EXPECT_EQ(merged.records(), 15U);
  EXPECT_EQ(counts_of(merged.rows.columns[0], merged.counts),
            (std::vector<std::uint64_t>{6, 2, 7}));
}

// Records, counts, and counts that are merged already, in any order: one table.
TEST(CountedTable, IsTheSameWhateverItCameFrom) {
  Progress progress;
  SeededRandom coins(3);
  for (int round = 0; round < 200; ++round) {
    const std::size_t rows = 1 + coins.below(12);
    std::vector<Code> first, second;
    std::vector<std::uint64_t> counts;
    for (std::size_t r = 0; r < rows; ++r) {
      first.push_back(coins.below(3));
      second.push_back(coins.below(2));
      counts.push_back(1 + coins.below(4));
    }
    const CountedTable merged = merge_rows(some_rows(first, second, counts), progress);
    CountedTable records;
    records.rows = expand(some_rows(first, second, counts));
    const CountedTable of_records = merge_rows(std::move(records), progress);
    ASSERT_EQ(of_records.counts, merged.counts);
    const CountedTable again = merge_rows(merged, progress);
    ASSERT_EQ(again.counts, merged.counts);
    for (std::size_t c = 0; c < 2; ++c) {
      ASSERT_EQ(of_records.rows.columns[c].codes, merged.rows.columns[c].codes);
      ASSERT_EQ(again.rows.columns[c].codes, merged.rows.columns[c].codes);
    }
    ASSERT_EQ(merged.records(), std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}));
  }
}

// Merged they are no more than before; one by one they do not fit, and are not tried.
TEST(CountedTable, HoldsMoreRecordsThanFitIntoMemory) {
  Progress progress;
  const std::uint64_t trillion = 1'000'000'000'000;
  const CountedTable merged =
      merge_rows(some_rows({1, 1, 0}, {0, 0, 1}, {trillion, 3'000'000'000, 1}), progress);
  EXPECT_EQ(merged.counts, (std::vector<std::uint64_t>{1, trillion + 3'000'000'000}));
  EXPECT_THROW(expand(merged), Error);
  EXPECT_THROW(expand(some_rows({0}, {0}, {kMostRows + 1})), Error);
}

TEST(CountedGroups, AreGroupsOfRows) {
  Groups groups;
  groups.add(std::vector<Record>{3, 0, 1});
  groups.add(std::vector<Record>{2});
  const std::vector<Record> row_of = {0, 0, 1, 1};
  const CountedGroups counted = counted_groups(groups, row_of);
  EXPECT_EQ(counted.groups.offsets, (std::vector<std::uint32_t>{0, 2, 3}));
  EXPECT_EQ(counted.groups.members, (std::vector<Record>{0, 1, 1}));
  EXPECT_EQ(counted.counts, (std::vector<std::uint64_t>{2, 1, 1}));
  EXPECT_TRUE(counted.is_partition_of(std::vector<std::uint64_t>{2, 2}));
  EXPECT_FALSE(counted.is_partition_of(std::vector<std::uint64_t>{2, 3}));
  EXPECT_FALSE(counted.is_partition_of(std::vector<std::uint64_t>{2, 1}));
  EXPECT_FALSE(counted.is_partition_of(std::vector<std::uint64_t>{4}));
}

TEST(CountedGroups, TakeRecordsThatStandSideBySide) {
  CountedGroups groups;
  groups.add_records(std::vector<Record>{5, 5, 2});
  groups.add_records(std::vector<Record>{2});
  EXPECT_EQ(groups.groups.members, (std::vector<Record>{5, 2, 2}));
  EXPECT_EQ(groups.counts, (std::vector<std::uint64_t>{2, 1, 1}));
  EXPECT_EQ(groups.size(), 2U);
}

}  // namespace
}  // namespace overt
