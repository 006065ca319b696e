#include "overt/local/public_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "overt/base/random.h"
#include "overt/local/random_columns_for_tests.h"

namespace overt {
namespace {

using Part = std::vector<Record>;

// Both parts of the split of all records, each sorted; the first is empty without a split.
std::pair<Part, Part> split_all(PublicTree& tree, std::size_t records) {
  Part all(records);
  std::iota(all.begin(), all.end(), Record{0});
  const auto first = static_cast<std::ptrdiff_t>(tree.split(all));
  std::sort(all.begin(), all.begin() + first);
  std::sort(all.begin() + first, all.end());
  return {{all.begin(), all.begin() + first}, {all.begin() + first, all.end()}};
}

Part first_part(std::vector<SplitColumn> columns, std::size_t smallest) {
  const std::size_t records = columns[0].place.size();
  PublicTree tree(std::move(columns), smallest);
  return split_all(tree, records).first;
}

TEST(PublicTree, CutsTheExampleAtTheMedian) {
  // ages 20 20 31 40 62
  SplitColumn ages{{0, 0, 1, 2, 3}, {0, 11.0 / 42, 20.0 / 42, 1}, {}};
  EXPECT_EQ(first_part({ages}, 1), (Part{0, 1}));
  EXPECT_EQ(first_part({ages}, 2), (Part{0, 1}));
  EXPECT_EQ(first_part({ages}, 3), Part{});
}

TEST(PublicTree, CutsTheWidestColumnFirst) {
  const SplitColumn narrow = even_column({0, 1, 0, 1}, 9);
  const SplitColumn wide = even_column({3, 3, 8, 8}, 9);
  EXPECT_EQ(first_part({narrow, wide}, 1), (Part{0, 1}));
  EXPECT_EQ(first_part({wide, narrow}, 1), (Part{0, 1}));
  // Equally wide: the one that is named first.
  const SplitColumn other = even_column({3, 8, 3, 8}, 9);
  EXPECT_EQ(first_part({other, wide}, 1), (Part{0, 2}));
  EXPECT_EQ(first_part({wide, other}, 1), (Part{0, 1}));
}

TEST(PublicTree, MultipliesTheSpreadByTheWeight) {
  const SplitColumn narrow = even_column({0, 1, 0, 1}, 9, 10);
  const SplitColumn wide = even_column({3, 3, 8, 8}, 9, 1);
  EXPECT_EQ(first_part({narrow, wide}, 1), (Part{0, 2}));
}

TEST(PublicTree, KeepsEqualRowsTogether) {
  EXPECT_EQ(first_part({even_column({5, 5, 5, 5}, 9)}, 1), Part{});
  // The median lies in the middle of five equal ones: the cut goes beside them.
  EXPECT_EQ(first_part({even_column({2, 4, 4, 4, 4, 4, 7, 8}, 9)}, 1), (Part{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(first_part({even_column({1, 2, 4, 4, 4, 4, 4, 7}, 9)}, 1), (Part{0, 1}));
}

TEST(PublicTree, LeavesNoPartTooSmall) {
  const SplitColumn column = even_column({0, 1, 1, 1, 1, 2, 2, 2}, 3);
  EXPECT_EQ(first_part({column}, 1), (Part{0, 1, 2, 3, 4}));
  EXPECT_EQ(first_part({column}, 3), (Part{0, 1, 2, 3, 4}));
  EXPECT_EQ(first_part({column}, 4), Part{});
  // The nearer cut leaves one record; the other does not fit either, or it does.
  EXPECT_EQ(first_part({even_column({0, 1, 1, 1, 1}, 2)}, 2), Part{});
  EXPECT_EQ(first_part({even_column({0, 1, 1, 1, 2, 2, 2, 2, 2, 2}, 3)}, 2), (Part{0, 1, 2, 3}));
}

TEST(PublicTree, TakesTheNextWidestWhenTheWidestCannotBeCut) {
  const SplitColumn wide = even_column({0, 8, 8, 8, 8, 8}, 9);
  const SplitColumn next = even_column({0, 0, 0, 3, 3, 3}, 9);
  const SplitColumn least = even_column({0, 1, 0, 1, 0, 1}, 9);
  EXPECT_EQ(first_part({least, wide, next}, 2), (Part{0, 1, 2}));
  EXPECT_EQ(first_part({least, wide, next}, 1), (Part{0}));
}

// Six leaves, {a b} {c d} {e f}, then {a b c d} {e f}, then all.
SplitColumn with_hierarchy(std::vector<std::uint32_t> place) {
  SplitColumn result = even_column(std::move(place), 6);
  result.blocks = {{0, 1, 2, 3, 4, 5}, {0, 0, 2, 2, 4, 4}, {0, 0, 0, 0, 4, 4}, {0, 0, 0, 0, 0, 0}};
  return result;
}

TEST(PublicTree, CutsBetweenChildrenOfTheLowestCoveringNode) {
  // All leaves: {a b c d} | {e f} although the median lies at c.
  EXPECT_EQ(first_part({with_hierarchy({0, 1, 1, 2, 3, 5})}, 1), (Part{0, 1, 2, 3, 4}));
  // Below {a b c d}: {a b} | {c d}.
  EXPECT_EQ(first_part({with_hierarchy({0, 2, 2, 3, 3, 3})}, 1), (Part{0}));
  // Below {c d}: c | d.
  EXPECT_EQ(first_part({with_hierarchy({2, 2, 3, 3})}, 1), (Part{0, 1}));
  // Where that leaves a part too small there is no other cut in the column.
  EXPECT_EQ(first_part({with_hierarchy({0, 1, 1, 2, 3, 5})}, 2), Part{});
}

// b and c are neighbours, but their lowest covering node spans a to d.
TEST(PublicTree, MeasuresTheSpreadOfTheCoveringNode) {
  const SplitColumn tree = with_hierarchy({1, 2, 1, 2});
  const SplitColumn line = even_column({0, 0, 2, 2}, 6);
  EXPECT_EQ(first_part({line, tree}, 1), (Part{0, 2}));
  const SplitColumn longer = even_column({0, 0, 4, 4}, 6);
  EXPECT_EQ(first_part({longer, tree}, 1), (Part{0, 1}));
}

// What a column allows, by trying every cut.
struct Slow {
  double spread = 0;
  std::set<Record> first;
};

Slow slow_column(const SplitColumn& column, const Part& records, std::size_t smallest) {
  std::set<std::uint32_t> places;
  for (const Record r : records) places.insert(column.place[r]);
  const std::uint32_t low = *places.begin();
  const std::uint32_t high = *places.rbegin();
  Slow result;
  if (low == high) return result;
  std::vector<std::uint32_t> child(column.at.size());  // of each place
  std::iota(child.begin(), child.end(), 0U);
  result.spread = column.at[high] - column.at[low];
  for (std::size_t level = 0; level < column.blocks.size(); ++level) {
    if (column.blocks[level][low] != column.blocks[level][high]) continue;
    child = column.blocks[level - 1];
    double least = column.at[low];
    double most = column.at[high];
    for (std::size_t p = 0; p < child.size(); ++p) {
      if (column.blocks[level][p] != column.blocks[level][low]) continue;
      least = std::min(least, column.at[p]);
      most = std::max(most, column.at[p]);
    }
    result.spread = most - least;
    break;
  }
  std::size_t best = records.size() + 1;
  for (std::uint32_t end = 0; end < child.size(); ++end) {
    std::set<Record> first;
    for (const Record r : records) {
      if (child[column.place[r]] < end) first.insert(r);
    }
    const std::size_t second = records.size() - first.size();
    if (first.size() < smallest || second < smallest) continue;
    const std::size_t apart = std::max(first.size(), second) - std::min(first.size(), second);
    if (apart >= best) continue;  // of two equally far the smaller first part comes first
    best = apart;
    result.first = std::move(first);
  }
  return result;
}

std::set<Record> slow_split(const std::vector<SplitColumn>& columns, const Part& records,
                            std::size_t smallest) {
  Slow best{-1, {}};
  for (const SplitColumn& column : columns) {
    Slow own = slow_column(column, records, smallest);
    if (!own.first.empty() && own.spread > best.spread) best = std::move(own);
  }
  return best.first;
}

// The same parts as by trying every cut, for any set of records in any order.
TEST(PublicTree, IsThatOfTryingEveryCutInAnyOrder) {
  SeededRandom coins(1);
  std::size_t cuts = 0;
  for (int round = 0; round < 3'000; ++round) {
    const std::size_t records = 2 + coins.below(24);
    std::vector<SplitColumn> columns;
    for (std::uint32_t c = 1 + coins.below(3); c > 0; --c) {
      columns.push_back(random_column(records, coins));
    }
    const std::size_t smallest = 1 + coins.below(4);
    PublicTree tree(columns, smallest);
    Part node;
    for (Record r = 0; r < records; ++r) {
      if (coins.below(5) > 0) node.push_back(r);
    }
    if (node.empty()) continue;
    const std::set<Record> expected = slow_split(columns, node, smallest);
    for (int order = 0; order < 3; ++order) {
      shuffle(std::span(node), coins);
      const std::set<Record> before(node.begin(), node.end());
      const std::size_t first = tree.split(node);
      ASSERT_EQ(std::set<Record>(node.begin(), node.end()), before);
      ASSERT_EQ(std::set<Record>(node.begin(), node.begin() + static_cast<std::ptrdiff_t>(first)),
                expected);
    }
    cuts += expected.empty() ? 0 : 1;
  }
  EXPECT_GT(cuts, 1'000U);
}

// Units of a table of counts are cut as their records are.
TEST(PublicTree, CutsUnitsAsTheirRecords) {
  SeededRandom coins(11);
  std::size_t cuts = 0;
  for (int round = 0; round < 2'000; ++round) {
    const std::size_t rows = 1 + coins.below(12);
    std::vector<std::uint64_t> counts(rows);
    for (std::uint64_t& count : counts) count = 1 + coins.below(5);
    std::vector<SplitColumn> of_rows, of_records;
    for (int c = 0; c < 2; ++c) {
      of_rows.push_back(random_column(rows, coins));
      SplitColumn& own = of_records.emplace_back(of_rows.back());
      own.place.clear();
      for (std::size_t r = 0; r < rows; ++r) {
        own.place.insert(own.place.end(), counts[r], of_rows.back().place[r]);
      }
    }
    std::vector<Record> row_of;
    for (Record r = 0; r < rows; ++r) row_of.insert(row_of.end(), counts[r], r);
    const std::size_t smallest = 1 + coins.below(6);
    const WalkUnits units(counts);
    std::vector<Record> node(rows);
    std::iota(node.begin(), node.end(), Record{0});
    std::vector<Record> records(row_of.size());
    std::iota(records.begin(), records.end(), Record{0});
    const std::size_t end = PublicTree(of_rows, smallest, &units).split(node);
    const std::size_t first = PublicTree(of_records, smallest).split(records);
    std::vector<std::uint32_t> in_first(rows, 0), expected(rows, 0);
    for (const Record unit : std::span(node).first(end)) in_first[unit] += units.count(unit);
    for (const Record r : std::span(records).first(first)) ++expected[row_of[r]];
    ASSERT_EQ(in_first, expected);
    cuts += first > 0 ? 1 : 0;
  }
  EXPECT_GT(cuts, 500U);
}

}  // namespace
}  // namespace overt
