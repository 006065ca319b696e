#include "overt/privacy/delta_disclosure.h"

#include <gtest/gtest.h>

#include <cmath>

#include "overt/privacy/distribution_for_tests.h"

namespace overt {
namespace {

DeltaDisclosure delta_of(const std::vector<std::vector<std::uint64_t>>& rows) {
  const GroupDistributions groups = groups_of(rows);
  const TableDistribution table(groups, static_cast<Code>(rows[0].size()));
  ShareRange shares(table.values());
  for (std::size_t g = 0; g < groups.size(); ++g) shares.add(groups[g]);
  return delta_disclosure(shares, table);
}

TEST(DeltaDisclosure, ByHand) {
  // p = 1/2 of both; q = 1/4 and 3/4: ln 2 and ln 1.5.
  const DeltaDisclosure delta = delta_of({{1, 3}, {3, 1}});
  EXPECT_EQ(to_string(delta.ratio.exact()), "2");
  EXPECT_DOUBLE_EQ(delta.delta(), std::log(2));
  EXPECT_TRUE(delta.every_value);
}

TEST(DeltaDisclosure, ARiseCountsLikeAFall) {
  // p = 1/4: q = 1/2 rises by 2, and 3/4 -> 1/2 falls by 3/2; 0 of it does not count.
  const DeltaDisclosure delta = delta_of({{1, 1}, {0, 2}});
  EXPECT_EQ(to_string(delta.ratio.exact()), "2");
  EXPECT_FALSE(delta.every_value) << "the second group lacks a value";
}

TEST(DeltaDisclosure, SameSharesEverywhere) {
  const DeltaDisclosure delta = delta_of({{1, 2}, {2, 4}});
  EXPECT_EQ(delta.delta(), 0.0);
  EXPECT_TRUE(delta.at_most(0));
}

TEST(DeltaDisclosure, ThresholdsAreDecidedExactly) {
  const DeltaDisclosure delta = delta_of({{1, 3}, {3, 1}});
  EXPECT_FALSE(delta.at_most(parse_rational("0.69314718055994530941", "ln 2")));
  EXPECT_TRUE(delta.at_most(parse_rational("0.69314718055994530942", "ln 2")));
  EXPECT_FALSE(delta.at_most(0));
  EXPECT_TRUE(delta.at_most(1));
}

}  // namespace
}  // namespace overt
