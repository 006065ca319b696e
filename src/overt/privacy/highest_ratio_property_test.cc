#include "overt/privacy/highest_ratio_property.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "overt/privacy/property_for_tests.h"

namespace overt {
namespace {

using Bound = HighestRatioProperty::Bound;

TEST(HighestRatioProperty, TheBoundItselfPassesMaxAndFailsBelow) {
  EXPECT_EQ(test(HighestRatioProperty(number("1/2"), Bound::max), {1, 1, 2}), Verdict::holds);
  EXPECT_EQ(test(HighestRatioProperty(number("1/2"), Bound::below), {1, 1, 2}), Verdict::fails);
  EXPECT_EQ(test(HighestRatioProperty(number("1/2"), Bound::below), {2, 2, 1}), Verdict::holds);
  EXPECT_EQ(test(HighestRatioProperty(number("1/2"), Bound::max), {1, 1, 3}), Verdict::fails);
}

TEST(HighestRatioProperty, OneOfEverythingIsAllowedAtOne) {
  EXPECT_EQ(test(HighestRatioProperty(1, Bound::max), {0, 7}), Verdict::holds);
  EXPECT_EQ(test(HighestRatioProperty(1, Bound::below), {0, 7}), Verdict::fails);
  EXPECT_EQ(test(HighestRatioProperty(1, Bound::below), {1, 7}), Verdict::holds);
}

TEST(HighestRatioProperty, IsTheLargestShareForAllSmallCounts) {
  for (const Counts& counts : all_counts(4, 6)) {
    const std::uint64_t sum = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
    const Rational largest = share(*std::max_element(counts.begin(), counts.end()), sum);
    EXPECT_EQ(test(HighestRatioProperty(largest, Bound::max), counts), Verdict::holds);
    EXPECT_EQ(test(HighestRatioProperty(largest, Bound::below), counts), Verdict::fails);
    const Rational less = largest - number("1/1000");
    EXPECT_EQ(test(HighestRatioProperty(less, Bound::max), counts), Verdict::fails);
  }
}

// 2^200 + 1 of 2^201 + 1 is above 1/2, and no double can tell.
TEST(HighestRatioProperty, OneTableOfManyDecides) {
  const Integer many = Integer(1) << 200;
  const HighestRatioProperty half(number("1/2"), Bound::max);
  EXPECT_EQ(half.test(Weights{many, many}), Verdict::holds);
  EXPECT_EQ(half.test(Weights{many + 1, many}), Verdict::fails);
}

TEST(HighestRatioProperty, IsNotSetMonotonic) {
  const HighestRatioProperty half(number("1/2"), Bound::max);
  EXPECT_FALSE(half.set_monotonic());
  EXPECT_TRUE(one_more_table_breaks(half));
}

}  // namespace
}  // namespace overt
