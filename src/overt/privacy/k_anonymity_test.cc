#include "overt/privacy/k_anonymity.h"

#include <gtest/gtest.h>

namespace overt {
namespace {

TEST(KAnonymity, FromTheSizesOfGroups) {
  KAnonymity sizes;
  for (const std::uint64_t size : {2, 3, 1, 4, 1}) sizes.add(size);
  EXPECT_EQ(sizes.k(), 1U);
  EXPECT_EQ(sizes.uniques(), 2U);
  EXPECT_EQ(sizes.groups(), 5U);
  EXPECT_EQ(sizes.records(), 11U);
  EXPECT_EQ(to_string(sizes.largest_risk()), "1");
  EXPECT_EQ(to_string(sizes.mean_risk()), "5/11");
}

TEST(KAnonymity, MeanRiskIsTheMeanOverRecords) {
  KAnonymity sizes;
  sizes.add(2);
  sizes.add(3);
  // Two records with a risk of 1/2 and three with one of 1/3.
  EXPECT_EQ(sizes.mean_risk(), (2 * share(1, 2) + 3 * share(1, 3)) / 5);
  EXPECT_EQ(to_string(sizes.largest_risk()), "1/2");
  EXPECT_EQ(sizes.uniques(), 0U);
}

}  // namespace
}  // namespace overt
