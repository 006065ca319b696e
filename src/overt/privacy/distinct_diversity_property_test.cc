#include "overt/privacy/distinct_diversity_property.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "overt/privacy/l_diversity.h"
#include "overt/privacy/property_for_tests.h"

namespace overt {
namespace {

TEST(DistinctDiversityProperty, ByHand) {
  EXPECT_EQ(test(DistinctDiversityProperty(2), {1000, 0, 1}), Verdict::holds);
  EXPECT_EQ(test(DistinctDiversityProperty(3), {1000, 0, 1}), Verdict::fails);
  EXPECT_EQ(test(DistinctDiversityProperty(1), {0, 5}), Verdict::holds);
  EXPECT_EQ(test(DistinctDiversityProperty(1000000), {1, 1}), Verdict::fails);
}

TEST(DistinctDiversityProperty, IsTheMeasureForAllSmallCounts) {
  for (const Counts& counts : all_counts(4, 6)) {
    Counts positive = counts;
    std::erase(positive, 0U);
    for (std::uint64_t l = 1; l <= 5; ++l) {
      EXPECT_EQ(test(DistinctDiversityProperty(l), counts) == Verdict::holds,
                distinct_l(positive) >= l);
    }
  }
}

TEST(DistinctDiversityProperty, IsSetMonotonic) {
  const DistinctDiversityProperty two(2);
  EXPECT_TRUE(two.set_monotonic());
  EXPECT_FALSE(one_more_table_breaks(two));
}

}  // namespace
}  // namespace overt
