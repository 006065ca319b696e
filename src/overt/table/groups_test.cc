#include "overt/table/groups.h"

#include <gtest/gtest.h>

#include <vector>

namespace overt {
namespace {

Groups groups_of(const std::vector<std::vector<Record>>& members) {
  Groups groups;
  for (const auto& group : members) groups.add(group);
  return groups;
}

TEST(Groups, EmptyPartition) {
  const Groups groups;
  EXPECT_EQ(groups.size(), 0U);
  EXPECT_EQ(groups.records(), 0U);
  EXPECT_TRUE(groups.is_partition_of(0));
  EXPECT_FALSE(groups.is_partition_of(1));
}

TEST(Groups, KeepsMembersInOrder) {
  const Groups groups = groups_of({{0, 2}, {1, 3, 4}});
  EXPECT_EQ(groups.size(), 2U);
  EXPECT_EQ(groups.records(), 5U);
  EXPECT_EQ(groups.offsets, (std::vector<std::uint32_t>{0, 2, 5}));
  EXPECT_EQ(std::vector<Record>(groups[0].begin(), groups[0].end()), (std::vector<Record>{0, 2}));
  EXPECT_EQ(std::vector<Record>(groups[1].begin(), groups[1].end()),
            (std::vector<Record>{1, 3, 4}));
  EXPECT_TRUE(groups.is_partition_of(5));
}

TEST(Groups, WrongNumberOfRecords) {
  const Groups groups = groups_of({{0, 2}, {1, 3, 4}});
  EXPECT_FALSE(groups.is_partition_of(4));
  EXPECT_FALSE(groups.is_partition_of(6));
}

TEST(Groups, RecordTwiceOrNever) {
  EXPECT_FALSE(groups_of({{0, 1}, {1, 2}}).is_partition_of(4)) << "1 twice, 3 never";
  EXPECT_FALSE(groups_of({{0, 0}}).is_partition_of(2));
  EXPECT_FALSE(groups_of({{0, 1}, {3}}).is_partition_of(3)) << "3 does not exist, 2 is missing";
}

TEST(Groups, EmptyGroup) {
  EXPECT_FALSE(groups_of({{0, 1}, {}, {2}}).is_partition_of(3));
  EXPECT_FALSE(groups_of({{}}).is_partition_of(0));
}

TEST(Groups, BrokenOffsets) {
  Groups groups = groups_of({{0, 1}, {2}});
  groups.offsets = {};
  EXPECT_FALSE(groups.is_partition_of(3));
  groups.offsets = {0, 2};
  EXPECT_FALSE(groups.is_partition_of(3)) << "the last group is not covered";
  groups.offsets = {1, 2, 3};
  EXPECT_FALSE(groups.is_partition_of(3)) << "does not begin at 0";
  groups.offsets = {0, 3, 2, 3};
  EXPECT_FALSE(groups.is_partition_of(3)) << "goes back";
  groups.offsets = {0, 4, 3};
  EXPECT_FALSE(groups.is_partition_of(3)) << "goes past the members";
  groups.offsets = {0, 2, 3};
  EXPECT_TRUE(groups.is_partition_of(3));
}

// Every way to put 4 records into 2 groups: it is a partition iff no record is
// twice and none is left out.
TEST(Groups, EveryPairOfSmallGroups) {
  int partitions = 0;
  for (unsigned code = 0; code < 4 * 4 * 4 * 4; ++code) {
    const std::vector<Record> members = {code % 4, code / 4 % 4, code / 16 % 4, code / 64};
    for (std::size_t cut = 1; cut < 4; ++cut) {
      Groups groups;
      groups.add({members.data(), cut});
      groups.add({members.data() + cut, 4 - cut});
      unsigned seen = 0;
      for (const Record record : members) seen |= 1U << record;
      ASSERT_EQ(groups.is_partition_of(4), seen == 15U) << code;
      partitions += groups.is_partition_of(4) ? 1 : 0;
    }
  }
  EXPECT_EQ(partitions, 24 * 3);
}

}  // namespace
}  // namespace overt
