#include "overt/streamline/l_cover.h"

#include <gtest/gtest.h>

#include "overt/base/progress.h"
#include "overt/base/random.h"
#include "overt/streamline/ria.h"
#include "overt/streamline/self_contained.h"
#include "overt/streamline/tables_for_tests.h"

namespace overt {
namespace {

Groups groups_of(const std::vector<std::vector<Record>>& groups) {
  Groups result;
  for (const auto& group : groups) result.add(group);
  return result;
}

Candidates with_partners(const std::vector<std::vector<Record>>& partners) {
  Candidates result(partners.size(), static_cast<std::uint32_t>(partners[0].size() + 1));
  for (Record r = 0; r < partners.size(); ++r) {
    std::copy(partners[r].begin(), partners[r].end(), result.partners(r).begin());
  }
  return result;
}

// Liu and Wang 2012, tables 3, examples 4 and 5.
TEST(LCover, IsThatOfThePapersExample) {
  const std::vector<Code> values = {0, 0, 1, 1};
  const Groups p1 = groups_of({{0, 2}, {1, 3}});
  const Groups p2 = groups_of({{0, 3}, {1, 2}});
  const Groups p3 = groups_of({{0, 1, 2, 3}});
  const Groups p4 = groups_of({{0, 1}, {2, 3}});
  const Candidates straight = with_partners({{2}, {3}, {0}, {1}});
  const Candidates crossed = with_partners({{3}, {2}, {1}, {0}});
  EXPECT_TRUE(is_l_cover(std::vector{p1, p3}, values, straight));
  EXPECT_TRUE(is_l_cover(std::vector{p2, p3}, values, crossed));
  EXPECT_FALSE(is_l_cover(std::vector{p4}, values, straight));      // {0 1} has no partner
  EXPECT_FALSE(is_l_cover(std::vector{p3, p4}, values, straight));  // nor here
  // Exchanging 0 with 2 and 1 with 3 makes {0 3} to {2 1}, also of p2: covered although
  // p2 is not self-contained.
  EXPECT_TRUE(is_l_cover(std::vector{p2}, values, straight));
  EXPECT_FALSE(is_self_contained(p2, straight));
  EXPECT_TRUE(is_l_cover(std::vector{p1, p2, p3}, values, straight));
}

TEST(LCover, NeedsTheExchangedGroups) {
  // Exchanging 0 with 2 and 1 with 3 makes {0 3 4} to {1 2 4}, which must be there too.
  const std::vector<Code> values = {0, 0, 1, 1, 2, 2};
  const Candidates candidates = with_partners({{2}, {3}, {0}, {1}, {0}, {1}});
  const Groups one = groups_of({{0, 2, 4}, {1, 3, 5}});
  const Groups other = groups_of({{0, 3, 4}, {1, 2, 5}});
  EXPECT_TRUE(candidates.is_valid(values));
  EXPECT_TRUE(is_l_cover(std::vector{one}, values, candidates));
  EXPECT_FALSE(is_l_cover(std::vector{other}, values, candidates));
}

TEST(LCover, NeedsPartnersOfDifferentColoursThatAreTakenOnce) {
  const Groups all = groups_of({{0, 1, 2, 3}});
  EXPECT_FALSE(is_l_cover(std::vector{all}, std::vector<Code>{0, 0, 1, 1},
                          with_partners({{1}, {0}, {0}, {1}})));  // of the same colour
  EXPECT_FALSE(is_l_cover(std::vector{all}, std::vector<Code>{0, 0, 1, 1},
                          with_partners({{2}, {2}, {0}, {1}})));  // 2 is taken twice
  EXPECT_FALSE(is_l_cover(std::vector{all}, std::vector<Code>{0, 1, 1, 2},
                          with_partners({{1, 2}, {0, 3}, {0, 3}, {0, 1}})));  // both of colour 1
}

// Theorem 1: every set of self-contained partitions satisfies l-cover. All of them are
// unions of minimal groups; each set is drawn by coins.
TEST(LCover, HoldsOfEverySetOfSelfContainedPartitions) {
  SeededRandom coins(11);
  Progress progress;
  int sets = 0;
  for (std::uint32_t l : {2U, 3U}) {
    for (std::uint32_t n = 4; n <= 8; ++n) {
      for_each_eligible(n, l, [&](const std::vector<std::uint32_t>& sizes) {
        const std::vector<Code> values = table_with(sizes);
        for (int run = 0; run < 20; ++run) {
          const Candidates candidates =
              ria_candidates(values, static_cast<Code>(sizes.size()), l, coins, progress);
          const FamilySet family(minimal_partition(candidates));
          const std::size_t minimal = family.minimal().size();
          std::vector<Groups> set;
          for (std::uint32_t member = 1 + coins.below(4); member > 0; --member) {
            std::vector<std::uint32_t> order;
            for (std::uint32_t g = 0; g < minimal; ++g) order.push_back(g);
            shuffle(std::span(order), coins);
            std::vector<std::uint32_t> starts = {0};
            for (std::uint32_t g = 1; g < minimal; ++g) {
              if (coins.below(2) == 0) starts.push_back(g);
            }
            set.push_back(family.merged(order, starts));
            ASSERT_TRUE(is_self_contained(set.back(), candidates));
          }
          ASSERT_TRUE(is_l_cover(set, values, candidates));
          ++sets;
        }
      });
    }
  }
  EXPECT_GT(sets, 500);
}

}  // namespace
}  // namespace overt
