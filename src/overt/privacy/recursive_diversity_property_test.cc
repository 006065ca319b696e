#include "overt/privacy/recursive_diversity_property.h"

#include <gtest/gtest.h>

#include "overt/privacy/highest_ratio_property.h"
#include "overt/privacy/l_diversity.h"
#include "overt/privacy/property_for_tests.h"

namespace overt {
namespace {

TEST(RecursiveDiversityProperty, ByHand) {
  EXPECT_EQ(test(RecursiveDiversityProperty(2, 2), {2, 1, 3}), Verdict::holds) << "3 < 2 * 3";
  EXPECT_EQ(test(RecursiveDiversityProperty(2, 3), {2, 1, 3}), Verdict::fails) << "3 > 2 * 1";
  EXPECT_EQ(test(RecursiveDiversityProperty(3, 3), {2, 1, 3}), Verdict::fails) << "3 = 3 * 1";
  EXPECT_EQ(test(RecursiveDiversityProperty(number("3.01"), 3), {2, 1, 3}), Verdict::holds);
  EXPECT_EQ(test(RecursiveDiversityProperty(5, 2), {10, 1, 1}), Verdict::fails);
  EXPECT_EQ(test(RecursiveDiversityProperty(number("5.1"), 2), {10, 1, 1}), Verdict::holds);
}

TEST(RecursiveDiversityProperty, TooFewValuesFailForEveryC) {
  EXPECT_EQ(test(RecursiveDiversityProperty(1000000, 2), {5}), Verdict::fails);
  EXPECT_EQ(test(RecursiveDiversityProperty(1000000, 3), {5, 0, 5, 0}), Verdict::fails);
  EXPECT_EQ(test(RecursiveDiversityProperty(1000000, 1000000), {5, 5}), Verdict::fails);
}

TEST(RecursiveDiversityProperty, IsTheMeasureForAllSmallCounts) {
  for (const Counts& counts : all_counts(4, 6)) {
    Counts positive = counts;
    std::erase(positive, 0U);
    for (std::uint64_t l = 2; l <= 5; ++l) {
      const auto least = recursive_c(positive, l);
      if (!least) {
        EXPECT_EQ(test(RecursiveDiversityProperty(1000000, l), counts), Verdict::fails);
        continue;
      }
      const Rational c = least->exact();
      EXPECT_EQ(test(RecursiveDiversityProperty(c, l), counts), Verdict::fails);
      EXPECT_EQ(test(RecursiveDiversityProperty(c + number("1/1000"), l), counts), Verdict::holds);
    }
  }
}

TEST(RecursiveDiversityProperty, TwoTwoIsARatioBelowTwoThirds) {
  const HighestRatioProperty ratio(number("2/3"), HighestRatioProperty::Bound::below);
  const RecursiveDiversityProperty recursive(2, 2);
  for (const Counts& counts : all_counts(4, 6)) {
    EXPECT_EQ(test(recursive, counts), test(ratio, counts));
  }
}

TEST(RecursiveDiversityProperty, WithLOneIsARatioBelowC) {
  const HighestRatioProperty ratio(number("2/5"), HighestRatioProperty::Bound::below);
  const RecursiveDiversityProperty recursive(number("2/5"), 1);
  for (const Counts& counts : all_counts(4, 6)) {
    EXPECT_EQ(test(recursive, counts), test(ratio, counts));
  }
}

TEST(RecursiveDiversityProperty, IsNotSetMonotonic) {
  const RecursiveDiversityProperty two(2, 2);
  EXPECT_FALSE(two.set_monotonic());
  EXPECT_TRUE(one_more_table_breaks(two));
}

}  // namespace
}  // namespace overt
