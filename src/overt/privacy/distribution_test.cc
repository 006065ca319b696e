#include "overt/privacy/distribution.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>

namespace overt {
namespace {

TEST(Distribution, CountsByGroupAndValue) {
  const std::vector<std::uint32_t> group_of = {1, 0, 1, 1, 0};
  const std::vector<Code> values = {2, 0, 1, 2, 0};
  const GroupDistributions groups = GroupDistributions::of(group_of, 2, values, 3);
  ASSERT_EQ(groups.size(), 2U);
  EXPECT_EQ(groups[0].records, 2U);
  EXPECT_EQ(std::vector<Code>(groups[0].values.begin(), groups[0].values.end()),
            (std::vector<Code>{0}));
  EXPECT_EQ(std::vector<Code>(groups[1].values.begin(), groups[1].values.end()),
            (std::vector<Code>{1, 2}));
  EXPECT_EQ(groups[1].counts[0], 1U);
  EXPECT_EQ(groups[1].counts[1], 2U);

  const TableDistribution table(groups, 3);
  EXPECT_EQ(table.records, 5U);
  EXPECT_EQ(table.counts, (std::vector<std::uint64_t>{2, 1, 2}));
  EXPECT_EQ(table.cumulative, (std::vector<std::uint64_t>{2, 3, 5}));
  EXPECT_EQ(table.area, (std::vector<Wide>{0, 2, 5, 10}));
}

RC_GTEST_PROP(DistributionProperty, IsThatOfAMap, (const std::vector<std::uint8_t>& random)) {
  RC_PRE(!random.empty());
  std::vector<std::uint32_t> group_of;
  std::vector<Code> values;
  std::map<std::uint32_t, std::map<Code, std::uint64_t>> expected;
  for (const std::uint8_t byte : random) {
    group_of.push_back(byte % 16);
    values.push_back(byte / 16);
  }
  for (std::uint32_t group = 0; group < 16; ++group) {  // every group has a record
    group_of.push_back(group);
    values.push_back(3);
  }
  for (std::size_t r = 0; r < values.size(); ++r) ++expected[group_of[r]][values[r]];
  const GroupDistributions groups = GroupDistributions::of(group_of, 16, values, 16);
  RC_ASSERT(groups.size() == 16U);
  for (std::uint32_t group = 0; group < 16; ++group) {
    std::map<Code, std::uint64_t> counts;
    const Distribution own = groups[group];
    for (std::size_t i = 0; i < own.values.size(); ++i) counts[own.values[i]] = own.counts[i];
    RC_ASSERT(counts == expected[group]);
  }
}

}  // namespace
}  // namespace overt
