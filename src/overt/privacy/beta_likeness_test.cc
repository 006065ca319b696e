#include "overt/privacy/beta_likeness.h"

#include <gtest/gtest.h>

#include "overt/privacy/distribution_for_tests.h"

namespace overt {
namespace {

// "basic enhanced"
std::string beta_of(const std::vector<std::vector<std::uint64_t>>& rows) {
  const GroupDistributions groups = groups_of(rows);
  const TableDistribution table(groups, static_cast<Code>(rows[0].size()));
  ShareRange shares(table.values());
  for (std::size_t g = 0; g < groups.size(); ++g) shares.add(groups[g]);
  const BetaLikeness beta = beta_likeness(shares, table);
  return to_string(beta.basic) + " " + (beta.enhanced ? to_string(*beta.enhanced) : "none");
}

TEST(BetaLikeness, ByHand) {
  // p = 1/4, q = 1/2: a gain of 1, and -ln 1/4 = 1.386. 3/4 -> 1: a gain of 1/3,
  // and -ln 3/4 = 0.288 is less.
  EXPECT_EQ(beta_of({{1, 1}, {0, 2}}), "1 none");
  // p = 1/3 of three values, q = 1/2: a gain of 1/2, below -ln 1/3 = 1.099.
  EXPECT_EQ(beta_of({{1, 1, 0}, {1, 0, 1}, {0, 1, 1}}), "1/2 1/2");
  // p = 1/3, q = 1: a gain of 2.
  EXPECT_EQ(beta_of({{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}), "2 none");
}

TEST(BetaLikeness, NoGainAtAll) {
  EXPECT_EQ(beta_of({{1, 2}, {2, 4}}), "0 0");
  EXPECT_EQ(beta_of({{3}, {4}}), "0 0") << "one value: p = 1 and -ln p = 0";
}

// -ln 1/2 = 0.693147180559945..: a gain of just that, from both sides.
TEST(BetaLikeness, TheLogarithmIsDecidedExactly) {
  const auto table = [](std::uint64_t q) {  // q of 2 * 10^8 records in the first group
    return std::vector<std::vector<std::uint64_t>>{{q, 200000000 - q}, {200000000 - q, q}};
  };
  EXPECT_EQ(beta_of(table(169314718)), "34657359/50000000 34657359/50000000");
  EXPECT_EQ(beta_of(table(169314719)), "69314719/100000000 none");
}

}  // namespace
}  // namespace overt
