#include "overt/privacy/t_closeness_property.h"

#include <gtest/gtest.h>

#include <limits>

#include "overt/privacy/distribution_for_tests.h"
#include "overt/privacy/property_for_tests.h"
#include "overt/privacy/t_closeness.h"

namespace overt {
namespace {

TEST(TClosenessProperty, ByHand) {
  const Counts overall = {2, 1, 1};
  EXPECT_EQ(test(TClosenessProperty(number("1/2"), overall), {1, 0, 0}), Verdict::holds);
  EXPECT_EQ(test(TClosenessProperty(number("0.49"), overall), {1, 0, 0}), Verdict::fails);
  EXPECT_EQ(test(TClosenessProperty(number("1/2"), overall), {0, 1, 0}), Verdict::fails) << "3/4";
  EXPECT_EQ(test(TClosenessProperty(0, overall), {4, 2, 2}), Verdict::holds);
  EXPECT_EQ(test(TClosenessProperty(1, overall), {0, 0, 9}), Verdict::holds);
}

// The example of docs/concepts/measures.md.
TEST(TClosenessProperty, ValuesWithoutRecordsAndTablesCount) {
  const Counts overall = {1, 3, 1};
  EXPECT_EQ(test(TClosenessProperty(number("3/10"), overall), {1, 1, 0}), Verdict::holds);
  EXPECT_EQ(test(TClosenessProperty(number("0.29"), overall), {1, 1, 0}), Verdict::fails);
  EXPECT_EQ(test(TClosenessProperty(number("0.99"), Counts{1, 0}), {0, 1}), Verdict::fails);
}

TEST(TClosenessProperty, IsTheMeasureForAllSmallCounts) {
  for (const Counts& rest : {Counts{1, 1, 1, 1}, Counts{1, 2, 3, 1}, Counts{20, 1, 5, 9}}) {
    for (const Counts& counts : all_counts(4, 6)) {
      const GroupDistributions groups = groups_of({counts, rest});
      const TableDistribution table(groups, 4);
      const Rational distance = t_equal(groups[0], table).exact();
      EXPECT_EQ(test(TClosenessProperty(distance, table.counts), counts), Verdict::holds);
      if (distance == 0) continue;
      const Rational less = distance * number("999/1000");
      EXPECT_EQ(test(TClosenessProperty(less, table.counts), counts), Verdict::fails);
    }
  }
}

TEST(TClosenessProperty, TheSumOfAllRecordsMayBeLarge) {
  const std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  const TClosenessProperty equal(0, Counts{most, most, most});
  EXPECT_EQ(test(equal, {1, 1, 1}), Verdict::holds);
  EXPECT_EQ(test(equal, {most, most, most - 1}), Verdict::fails);
}

TEST(TClosenessProperty, ValuesMustNotBeRenamed) {
  const TClosenessProperty close(number("1/4"), Counts{3, 1});
  EXPECT_TRUE(close.names_values());
  EXPECT_EQ(test(close, {1, 0}), Verdict::holds);
  EXPECT_EQ(test(close, {0, 1}), Verdict::fails);
}

TEST(TClosenessProperty, IsNotSetMonotonic) {
  const TClosenessProperty equal(0, Counts{1, 1});
  EXPECT_FALSE(equal.set_monotonic());
  EXPECT_TRUE(one_more_table_breaks(equal));
}

}  // namespace
}  // namespace overt
