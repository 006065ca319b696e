#include "overt/streamline/self_contained.h"

#include <gtest/gtest.h>

#include <map>

#include "overt/base/progress.h"
#include "overt/streamline/candidates_for_tests.h"
#include "overt/streamline/family_set.h"
#include "overt/streamline/ria.h"
#include "overt/streamline/tables_for_tests.h"

namespace overt {
namespace {

// All partitions of the records 0..n-1, as the group of each record.
void all_partitions(std::size_t n, std::vector<std::uint32_t>& group_of,
                    const std::function<void(const Groups&)>& use) {
  if (group_of.size() == n) {
    std::map<std::uint32_t, std::vector<Record>> members;
    for (Record r = 0; r < n; ++r) members[group_of[r]].push_back(r);
    Groups groups;
    for (const auto& [group, records] : members) groups.add(records);
    use(groups);
    return;
  }
  std::uint32_t used = 0;
  for (const std::uint32_t g : group_of) used = std::max(used, g + 1);
  for (std::uint32_t g = 0; g <= used; ++g) {
    group_of.push_back(g);
    all_partitions(n, group_of, use);
    group_of.pop_back();
  }
}

// Lemma 2 and theorem 1 by trying all partitions of 6 and 7 records: those that
// are self-contained are exactly the unions of minimal groups, and all of them keep
// the promise.
TEST(SelfContained, PartitionsAreTheUnionsOfMinimalGroups) {
  SeededRandom coins(1);
  Progress progress;
  std::size_t members = 0;
  const auto check = [&](const std::vector<Code>& values, const Candidates& candidates) {
    const FamilySet family(minimal_partition(candidates));
    ASSERT_TRUE(is_self_contained(family.minimal(), candidates));
    std::vector<std::uint32_t> group_of;
    all_partitions(values.size(), group_of, [&](const Groups& partition) {
      const bool self_contained = is_self_contained(partition, candidates);
      EXPECT_EQ(self_contained, family.contains(partition));
      if (!self_contained) return;
      EXPECT_TRUE(keeps_the_promise(partition, values, candidates.l()));
      EXPECT_LE(partition.size(), family.minimal().size());
      ++members;
    });
  };
  for (const auto& [sizes, l] : std::vector<std::pair<std::vector<std::uint32_t>, std::uint32_t>>{
           {{2, 2, 2}, 2}, {{2, 2, 2}, 3}, {{3, 2, 1, 1}, 2}, {{2, 2, 1, 1}, 3}, {{3, 3}, 2}}) {
    const std::vector<Code> values = table_with(sizes);
    const auto domain = static_cast<Code>(sizes.size());
    for (int round = 0; round < 5; ++round) {
      check(values, ria_candidates(values, domain, l, coins, progress));
    }
    // Pairs and triples side by side: a family of several members.
    Groups pairs;
    std::vector<Record> group;
    for (Record r = 0; r < 6; r += 2) {
      pairs.add(std::vector<Record>{r, r + 1});
    }
    if (values.size() == 6 && sizes == std::vector<std::uint32_t>{2, 2, 2}) {
      const std::vector<Code> interleaved = {0, 1, 1, 2, 2, 0};
      check(interleaved, candidates_within(pairs, interleaved, 2));
    }
  }
  EXPECT_GT(members, 30U);
}

TEST(FamilySet, MergesWholeGroups) {
  Groups minimal;
  for (Record r = 0; r < 8; r += 2) minimal.add(std::vector<Record>{r, r + 1});
  const FamilySet family(minimal);
  const Groups merged =
      family.merged(std::vector<std::uint32_t>{2, 0, 3, 1}, std::vector<std::uint32_t>{0, 1, 3});
  EXPECT_EQ(merged.offsets, (std::vector<std::uint32_t>{0, 2, 6, 8}));
  EXPECT_EQ(merged.members, (std::vector<Record>{4, 5, 0, 1, 6, 7, 2, 3}));
  EXPECT_TRUE(family.contains(merged));
  EXPECT_TRUE(family.contains(minimal));
  Groups cut;
  cut.add(std::vector<Record>{0, 2});
  cut.add(std::vector<Record>{1, 3, 4, 5, 6, 7});
  EXPECT_FALSE(family.contains(cut));
  Groups part;
  part.add(std::vector<Record>{0, 1});
  EXPECT_FALSE(family.contains(part));
}

}  // namespace
}  // namespace overt
