#include "overt/utility/ncp.h"

#include <gtest/gtest.h>

namespace overt {
namespace {

// Ages 20, 21, 30, 60 and missing ones: codes 0 .. 4.
PenaltyDomain ages() { return {5, true, {20, 21, 30, 60}}; }
// As many values that have no order.
PenaltyDomain places() { return {5, true, {}}; }

double penalty(const std::vector<Code>& codes, const PenaltyDomain& domain) {
  return certainty_penalty(code_set(codes, domain.missing ? domain.size - 1 : domain.size), domain);
}

TEST(Ncp, MeasuresIntervalsByTheirValues) {
  EXPECT_EQ(penalty({2}, ages()), 0);
  EXPECT_DOUBLE_EQ(penalty({0, 1}, ages()), 1.0 / 40);
  EXPECT_DOUBLE_EQ(penalty({1, 2}, ages()), 9.0 / 40);
  EXPECT_DOUBLE_EQ(penalty({1, 2, 3}, ages()), 39.0 / 40);
  EXPECT_DOUBLE_EQ(penalty({0, 2}, ages()), 10.0 / 40);  // a set is as wide as its ends
  EXPECT_EQ(penalty({0, 1, 2, 3}, {4, false, {20, 21, 30, 60}}), 1);
}

TEST(Ncp, CountsValuesWithoutOrder) {
  EXPECT_EQ(penalty({3}, places()), 0);
  EXPECT_DOUBLE_EQ(penalty({0, 3}, places()), 2.0 / 5);
  EXPECT_DOUBLE_EQ(penalty({0, 2, 3, 1}, places()), 4.0 / 5);
  EXPECT_EQ(penalty({0, 1, 2, 3, 4}, places()), 1);
}

TEST(Ncp, TakesTheMissingValueForOneMore) {
  EXPECT_EQ(penalty({4}, ages()), 0);
  EXPECT_DOUBLE_EQ(penalty({2, 4}, ages()), 1.0 / 5);
  EXPECT_DOUBLE_EQ(penalty({1, 2, 4}, ages()), 9.0 / 40 + 1.0 / 5);
  EXPECT_EQ(penalty({1, 2, 3, 4}, ages()), 1);  // 39/40 + 1/5, but not above 1
  EXPECT_EQ(penalty({0, 1, 2, 3, 4}, ages()), 1);
  EXPECT_DOUBLE_EQ(penalty({0, 4}, places()), 2.0 / 5);
}

TEST(Ncp, CountsValuesThatAreWorthTheSame) {
  EXPECT_DOUBLE_EQ(penalty({0, 1}, {3, false, {7, 7, 7}}), 2.0 / 3);  // 7, 07 and 007
}

TEST(Ncp, IsTheMeanOverTheRecords) {
  ReleasedTable release;
  release.record_ends = {1, 4, 10};
  CellColumn column;
  column.cells = {code_set({1, 2}, 4), code_set({0}, 4)};
  column.of_group = {0, 1, 0};
  EXPECT_DOUBLE_EQ(column_penalty(release, column, ages()), 7 * (9.0 / 40) / 10);
}

}  // namespace
}  // namespace overt
