#include "overt/release/arrange.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "overt/adversary/enumerated_random.h"

namespace overt {
namespace {

// Every order of groups, of records in a group and of values in a group is
// equally likely, and independent of the others.
TEST(Arrange, IsUniformOverAllOrders) {
  Groups groups;
  groups.add(std::vector<Record>{0, 1});
  groups.add(std::vector<Record>{2, 3, 4});
  const std::vector<Code> sensitive = {0, 1, 0, 1, 2};
  std::map<std::pair<std::vector<Record>, std::vector<Code>>, Rational> seen;
  EnumeratedRandom coins;
  do {
    coins.restart();
    Progress progress;
    const Arrangement result = arrange(groups, sensitive, coins, progress);
    ASSERT_TRUE(result.groups.is_partition_of(5));
    seen[{result.groups.members, result.sensitive}] += coins.probability();
  } while (coins.next());
  // 2 orders of the groups, 2! 3! orders of their records, 2! 3! of their values.
  EXPECT_EQ(seen.size(), 2U * 12U * 12U);
  for (const auto& [rows, probability] : seen) EXPECT_EQ(probability, Rational(1, 288));
}

TEST(Arrange, KeepsGroupsAndTheirValues) {
  Groups groups;
  groups.add(std::vector<Record>{3, 1});
  groups.add(std::vector<Record>{0, 2, 4});
  const std::vector<Code> sensitive = {5, 6, 7, 8, 9};
  SeededRandom coins(3);
  Progress progress;
  const Arrangement result = arrange(groups, sensitive, coins, progress);
  ASSERT_EQ(result.groups.size(), 2U);
  for (std::size_t g = 0; g < 2; ++g) {
    std::multiset<Record> records(result.groups[g].begin(), result.groups[g].end());
    std::multiset<Code> values;
    std::multiset<Code> expected;
    for (std::uint32_t i = result.groups.offsets[g]; i < result.groups.offsets[g + 1]; ++i) {
      values.insert(result.sensitive[i]);
      expected.insert(sensitive[result.groups.members[i]]);
    }
    EXPECT_EQ(values, expected);
    EXPECT_TRUE(records == (std::multiset<Record>{1, 3}) ||
                records == (std::multiset<Record>{0, 2, 4}));
  }
}

}  // namespace
}  // namespace overt
