#include "overt/local/steering/public_rows.h"

#include <gtest/gtest.h>

#include <numeric>

#include "overt/base/random.h"

namespace overt {
namespace {

SplitColumn column(std::vector<std::uint32_t> places, std::uint32_t count) {
  SplitColumn result;
  result.place = std::move(places);
  for (std::uint32_t p = 0; p < count; ++p) {
    result.at.push_back(static_cast<double>(p) / std::max(1U, count - 1));
  }
  return result;
}

TEST(PublicRows, MergesEqualOnesAndSortsThem) {
  const PublicRows rows({column({0, 1, 0, 1}, 2), column({2, 0, 2, 1}, 3)});
  EXPECT_EQ(rows.rows(), 3U);
  EXPECT_EQ(rows.row_of(0), 0U);
  EXPECT_EQ(rows.row_of(2), 0U);
  EXPECT_EQ(rows.row_of(1), 1U);
  EXPECT_EQ(rows.row_of(3), 2U);
  EXPECT_EQ(rows.place(0, 1), 2U);
  RowCounter counter(rows);
  const auto counts = counter.count(std::vector<Record>{3, 2, 0});
  ASSERT_EQ(counts.size(), 2U);
  EXPECT_EQ(counts[0].row, 0U);
  EXPECT_EQ(counts[0].count, 2U);
  EXPECT_EQ(counts[1].row, 2U);
}

TEST(PublicRows, HaveFewBinsAColumn) {
  std::vector<std::uint32_t> places(1'000);
  std::iota(places.begin(), places.end(), 0U);
  SplitColumn sets = column(places, 1'000);
  sets.sets = true;
  const PublicRows rows({column(places, 1'000), sets});
  EXPECT_EQ(rows.bin_count(), 12U + 64U);
  for (std::uint32_t row = 1; row < rows.rows(); ++row) {
    ASSERT_LE(rows.bins(row - 1)[0], rows.bins(row)[0]);  // neighbours share a bin
    ASSERT_LT(rows.bins(row)[0], 12U);
    ASSERT_GE(rows.bins(row)[1], 12U);
  }
}

// Another order of the file gives every person the same row.
TEST(PublicRows, DoNotHangOnTheOrderOfTheFile) {
  SeededRandom coins(1);
  std::vector<std::uint32_t> ages(200);
  std::vector<std::uint32_t> cities(200);
  for (std::size_t r = 0; r < ages.size(); ++r) {
    ages[r] = coins.below(20);
    cities[r] = coins.below(3);
  }
  std::vector<Record> order(200);
  std::iota(order.begin(), order.end(), 0U);
  shuffle(std::span(order), coins);
  std::vector<std::uint32_t> other_ages;
  std::vector<std::uint32_t> other_cities;
  for (const Record r : order) {
    other_ages.push_back(ages[r]);
    other_cities.push_back(cities[r]);
  }
  const PublicRows rows({column(ages, 20), column(cities, 3)});
  const PublicRows others({column(other_ages, 20), column(other_cities, 3)});
  ASSERT_EQ(rows.rows(), others.rows());
  for (std::size_t i = 0; i < order.size(); ++i) {
    ASSERT_EQ(others.row_of(static_cast<Record>(i)), rows.row_of(order[i]));
  }
}

}  // namespace
}  // namespace overt
