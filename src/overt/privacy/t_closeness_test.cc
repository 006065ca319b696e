#include "overt/privacy/t_closeness.h"

#include <gtest/gtest.h>

#include "overt/privacy/distribution_for_tests.h"

namespace overt {
namespace {

// t_equal and t_ordered of the first group.
std::string both(const std::vector<std::vector<std::uint64_t>>& rows) {
  const GroupDistributions groups = groups_of(rows);
  const TableDistribution table(groups, static_cast<Code>(rows[0].size()));
  return to_string(t_equal(groups[0], table).exact()) + " " +
         to_string(t_ordered(groups[0], table).exact());
}

TEST(TCloseness, ByHand) {
  // P = 1/2 1/4 1/4, Q = 1 0 0.
  EXPECT_EQ(both({{2, 0, 0}, {0, 1, 1}}), "1/2 3/8");
  // P = 1/4 1/2 1/4, Q = 0 0 1: |0 - 1/4| + |0 - 3/4| = 1, over 2.
  EXPECT_EQ(both({{0, 0, 1}, {1, 2, 0}}), "3/4 1/2");
  EXPECT_EQ(both({{1, 2, 3}, {2, 4, 6}}), "0 0") << "the same shares";
  EXPECT_EQ(both({{3}, {4}}), "0 0") << "one value";
  EXPECT_EQ(both({{1, 0}, {0, 1}}), "1/2 1/2") << "two values: both distances are the same";
}

// The salaries of Li, Li and Venkatasubramanian (2007), table 3: 3k .. 11k.
TEST(TCloseness, ThePapersExample) {
  const std::vector<std::uint64_t> rest = {0, 0, 0, 1, 1, 1, 1, 1, 1};
  EXPECT_EQ(both({{1, 1, 1, 0, 0, 0, 0, 0, 0}, rest}), "2/3 3/8") << "0.375 in the paper";
  EXPECT_EQ(both({{0, 0, 0, 1, 0, 1, 0, 0, 1}, {1, 1, 1, 0, 1, 0, 1, 1, 0}}), "2/3 1/6")
      << "6k 8k 11k: 0.167 in the paper";
}

TEST(TCloseness, TheLargestCounts) {
  const std::uint64_t most = 0xFFFFFFF0U;
  EXPECT_EQ(both({{1, 0}, {0, most - 1}}), "4294967279/4294967280 4294967279/4294967280");
}

}  // namespace
}  // namespace overt
