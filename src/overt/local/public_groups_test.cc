#include "overt/local/public_groups.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "overt/base/random.h"
#include "overt/local/local.h"
#include "overt/local/plain_policy.h"
#include "overt/local/random_columns_for_tests.h"
#include "overt/local/sorted_rows.h"

namespace overt {
namespace {

using RecordSets = std::vector<std::set<Record>>;

RecordSets record_sets(const Groups& groups) {
  RecordSets result;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    result.emplace_back(groups[g].begin(), groups[g].end());
  }
  return result;
}

// What the walk releases where no value has a cap.
Groups by_walk(const std::vector<SplitColumn>& columns, std::size_t records, std::size_t smallest) {
  PublicTree tree(columns, smallest);
  PlainPolicy policy(tree);
  const std::vector<Code> values(records, 0);
  SeededRandom unused(1);
  Progress progress;
  return local(values, 1, policy, Caps({}, {1, 1}), unused, progress);
}

void expect_the_walks(const std::vector<SplitColumn>& columns, std::size_t records,
                      std::size_t smallest) {
  Progress progress;
  const Groups found = public_groups(columns, records, smallest, progress);
  ASSERT_TRUE(found.is_partition_of(records));
  ASSERT_EQ(record_sets(found), record_sets(by_walk(columns, records, smallest)));
}

TEST(PublicGroups, HasTheExample) {
  const SplitColumn ages{{0, 0, 1, 2, 3}, {0, 11.0 / 42, 20.0 / 42, 1}, {}};
  Progress progress;
  EXPECT_EQ(record_sets(public_groups({ages}, 5, 2, progress)), (RecordSets{{0, 1}, {2, 3, 4}}));
  EXPECT_EQ(public_groups({}, 5, 2, progress).size(), 1U);
}

TEST(PublicGroups, AreThoseOfTheWalkInTheSameOrder) {
  SeededRandom coins(1);
  std::size_t groups = 0;
  for (int round = 0; round < 1'500; ++round) {
    const std::size_t records = 1 + coins.below(60);
    std::vector<SplitColumn> columns;
    for (std::uint32_t c = 1 + coins.below(4); c > 0; --c) {
      columns.push_back(random_column(records, coins, round % 3 == 0 ? 200 : 9));
    }
    const std::size_t smallest = 1 + coins.below(5);
    expect_the_walks(columns, records, smallest);
    if (HasFatalFailure()) return;
    Progress progress;
    groups += public_groups(columns, records, smallest, progress).size();
  }
  EXPECT_GT(groups, 6'000U);
}

// So many rows that threads take part of the work, and a column of as many places as records.
TEST(PublicGroups, AreThoseOfTheWalkInLargeTables) {
  SeededRandom coins(2);
  constexpr std::uint32_t kRecords = 20'000;
  std::vector<SplitColumn> columns;
  for (const std::uint32_t places : {90U, 2U, 17U, kRecords}) {
    std::vector<std::uint32_t> place(kRecords);
    for (std::uint32_t& p : place) p = coins.below(places);
    columns.push_back(even_column(std::move(place), places));
  }
  expect_the_walks(columns, kRecords, 5);
  columns.pop_back();  // equal rows
  expect_the_walks(columns, kRecords, 5);
}

// Rows with counts: the groups of the records that they stand for, and of as many records as no
// partition of records could have.
TEST(PublicGroups, AreThoseOfTheRecordsOfATableOfCounts) {
  SeededRandom coins(4);
  for (int round = 0; round < 500; ++round) {
    const std::size_t rows = 1 + coins.below(30);
    std::vector<SplitColumn> of_rows;
    for (std::uint32_t c = 1 + coins.below(3); c > 0; --c) {
      of_rows.push_back(random_column(rows, coins, 9));
    }
    std::vector<std::uint64_t> counts(rows);
    std::vector<Record> row_of;
    for (Record row = 0; row < rows; ++row) {
      counts[row] = 1 + coins.below(5);
      row_of.insert(row_of.end(), counts[row], row);
    }
    std::vector<SplitColumn> of_records = of_rows;
    for (std::size_t c = 0; c < of_rows.size(); ++c) {
      of_records[c].place.clear();
      for (const Record row : row_of) of_records[c].place.push_back(of_rows[c].place[row]);
    }
    const std::size_t smallest = 1 + coins.below(9);
    Progress progress;
    const CountedGroups expected =
        counted_groups(public_groups(of_records, row_of.size(), smallest, progress), row_of);
    const CountedGroups found = public_groups(of_rows, counts, smallest, progress);
    ASSERT_TRUE(found.is_partition_of(counts));
    ASSERT_EQ(record_sets(found.groups), record_sets(expected.groups));
    // A billion times as many.
    for (std::uint64_t& count : counts) count *= 1'000'000'000;
    const CountedGroups many = public_groups(of_rows, counts, smallest * 1'000'000'000, progress);
    ASSERT_TRUE(many.is_partition_of(counts));
    ASSERT_EQ(many.groups.members, found.groups.members);
    ASSERT_EQ(many.groups.offsets, found.groups.offsets);
  }
}

// More columns than one key holds.
TEST(SortedRows, StandSideBySideInTheOrderOfTheColumns) {
  SeededRandom coins(3);
  for (const std::uint32_t places : {8U, 1U << 15U}) {
    constexpr std::uint32_t kRecords = 3'000;
    std::vector<SplitColumn> columns;
    for (int c = 0; c < 5; ++c) {
      std::vector<std::uint32_t> place(kRecords);
      for (std::uint32_t& p : place) p = coins.below(4) * (places / 4) + coins.below(2);
      columns.push_back(even_column(std::move(place), places));
    }
    Progress progress;
    const SortedRows rows = sorted_rows(columns, progress);
    const auto row_at = [&](std::size_t i) {
      std::vector<std::uint32_t> row;
      for (const SplitColumn& own : columns) row.push_back(own.place[rows.order[i]]);
      return row;
    };
    ASSERT_EQ(std::set<Record>(rows.order.begin(), rows.order.end()).size(), kRecords);
    std::size_t row = 0;
    for (std::size_t i = 0; i < kRecords; ++i) {
      if (i == 0 || row_at(i - 1) != row_at(i)) {
        ASSERT_EQ(rows.begins[row++], i);
        if (i > 0) {
          ASSERT_LT(row_at(i - 1), row_at(i));
        }
      } else {
        ASSERT_LT(rows.order[i - 1], rows.order[i]);  // as they came
      }
    }
    ASSERT_EQ(rows.rows(), row);
    EXPECT_GT(row, 100U);
    EXPECT_LT(row, kRecords);
  }
}

}  // namespace
}  // namespace overt
