#include "overt/streamline/candidates.h"

#include <gtest/gtest.h>

#include "overt/base/progress.h"
#include "overt/streamline/candidates_for_tests.h"
#include "overt/streamline/gda.h"
#include "overt/streamline/rda.h"
#include "overt/streamline/self_contained.h"
#include "overt/streamline/tables_for_tests.h"

namespace overt {
namespace {

Candidates with_partners(const std::vector<std::vector<Record>>& partners, std::uint32_t l) {
  Candidates result(partners.size(), l);
  for (Record r = 0; r < partners.size(); ++r) {
    std::copy(partners[r].begin(), partners[r].end(), result.partners(r).begin());
  }
  return result;
}

// Liu and Wang 2012, examples 3 and 4: id1 id2 have s1, id3 id4 have s2.
TEST(Candidates, AreThoseOfThePapersExample) {
  const std::vector<Code> values = {0, 0, 1, 1};
  const Candidates straight = with_partners({{2}, {3}, {0}, {1}}, 2);
  const Candidates crossed = with_partners({{3}, {2}, {1}, {0}}, 2);
  const Candidates mixed = with_partners({{2}, {3}, {1}, {0}}, 2);
  for (const Candidates* each : {&straight, &crossed, &mixed}) EXPECT_TRUE(each->is_valid(values));

  EXPECT_EQ(minimal_partition(straight).members, (std::vector<Record>{0, 2, 1, 3}));
  EXPECT_EQ(minimal_partition(crossed).members, (std::vector<Record>{0, 3, 1, 2}));
  EXPECT_EQ(minimal_partition(mixed).size(), 1U);  // only P3 is self-contained

  Groups p1, p3;
  p1.add(std::vector<Record>{0, 2});
  p1.add(std::vector<Record>{1, 3});
  p3.add(std::vector<Record>{0, 1, 2, 3});
  EXPECT_TRUE(is_self_contained(p1, straight));
  EXPECT_TRUE(is_self_contained(p3, straight));
  EXPECT_FALSE(is_self_contained(p1, crossed));
  EXPECT_FALSE(is_self_contained(p1, mixed));
  EXPECT_TRUE(is_self_contained(p3, mixed));
}

TEST(Candidates, MustKeepTheConditionsOfTheorem2) {
  const std::vector<Code> values = {0, 0, 1, 1, 2, 2};
  EXPECT_TRUE(with_partners({{2, 4}, {3, 5}, {0, 4}, {1, 5}, {0, 2}, {1, 3}}, 3).is_valid(values));
  // A partner of the same colour.
  EXPECT_FALSE(with_partners({{1, 4}, {3, 5}, {0, 4}, {1, 5}, {0, 2}, {1, 3}}, 3).is_valid(values));
  // The partners of a record share a colour.
  EXPECT_FALSE(with_partners({{2, 3}, {4, 5}, {0, 4}, {1, 5}, {0, 2}, {1, 3}}, 3).is_valid(values));
  // Two records of a colour share a partner: no bijection.
  EXPECT_FALSE(with_partners({{2, 4}, {2, 5}, {0, 4}, {1, 5}, {0, 2}, {1, 3}}, 3).is_valid(values));
  // A partner in two sets of the same colour.
  EXPECT_FALSE(with_partners({{2, 4}, {5, 2}, {0, 4}, {1, 5}, {0, 2}, {1, 3}}, 3).is_valid(values));
  // No such record.
  EXPECT_FALSE(with_partners({{2, 4}, {3, 6}, {0, 4}, {1, 5}, {0, 2}, {1, 3}}, 3).is_valid(values));
}

// The shifts inside a group: every multiset of up to 14 records as one group.
TEST(Candidates, ExistWithinEveryEligibleGroup) {
  std::size_t tried = 0;
  for (std::uint32_t n = 2; n <= 14; ++n) {
    for (std::uint32_t l = 2; l <= 5; ++l) {
      for_each_eligible(n, l, [&](const std::vector<std::uint32_t>& sizes) {
        const std::vector<Code> values = table_with(sizes);
        std::vector<Record> all(n);
        std::iota(all.begin(), all.end(), 0U);
        Groups one;
        one.add(all);
        const Candidates candidates = candidates_within(one, values, l);
        EXPECT_TRUE(candidates.is_valid(values));
        EXPECT_TRUE(is_self_contained(one, candidates));
        // Lemma 1, of the minimal partition.
        EXPECT_TRUE(keeps_the_promise(minimal_partition(candidates), values, l));
        ++tried;
      });
    }
  }
  EXPECT_GT(tried, 300U);
}

// What RDA and GDA return are minimal partitions, or unions of their groups.
TEST(Candidates, ExistWithinTheGroupsOfRdaAndGda) {
  SeededRandom coins(3);
  Progress progress;
  for (int round = 0; round < 300; ++round) {
    const std::uint32_t l = 2 + coins.below(5);
    const auto sizes = sizes_at_the_edge(l, 1 + coins.below(12), coins);
    const std::vector<Code> values = table_with(sizes);
    std::vector<std::uint32_t> ranks;
    for (std::size_t r = 0; r < values.size(); ++r) ranks.push_back(coins.below(30));
    const auto domain = static_cast<Code>(sizes.size());

    const FamilySet by_rda = rda(values, domain, l, coins, progress);
    const Candidates of_rda = candidates_within(by_rda.minimal(), values, l);
    ASSERT_TRUE(of_rda.is_valid(values));
    ASSERT_TRUE(by_rda.contains(minimal_partition(of_rda)));  // the same groups,
    ASSERT_EQ(minimal_partition(of_rda).size(), by_rda.minimal().size());

    const FamilySet by_gda = gda(values, domain, ranks, l, coins, progress);
    const Candidates of_gda = candidates_within(by_gda.minimal(), values, l);
    ASSERT_TRUE(of_gda.is_valid(values));
    ASSERT_TRUE(is_self_contained(by_gda.minimal(), of_gda));
  }
}

}  // namespace
}  // namespace overt
