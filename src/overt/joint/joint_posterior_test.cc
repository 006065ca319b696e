#include "overt/joint/joint_posterior.h"

#include <gtest/gtest.h>

#include "overt/joint/joint_reference.h"
#include "overt/joint/releases_for_tests.h"
#include "overt/strategy/random_problems_for_tests.h"

namespace overt::joint {
namespace {

// Nodes, sides and stop probabilities at random: the posterior is defined for all of them.
KeptRelease random_local(const std::string& id, std::uint32_t records, RandomSource& coins) {
  KeptRelease kept = plain(id, random_partition(records, coins), "local");
  kept.l = 2 + coins.below(2);
  for (std::uint32_t r = 0; r < records; ++r) {
    kept.side.push_back(static_cast<std::uint8_t>(coins.below(2)));
  }
  const auto groups = static_cast<std::uint32_t>(kept.groups.size());
  for (std::size_t g = 0; g < groups; ++g) {
    kept.stop.push_back(share(1 + coins.below(4), 4));  // 1 now and then: no cut
  }
  if (coins.below(2) == 0) return kept;
  for (std::size_t g = 0; g < groups; ++g) kept.node.push_back(coins.below(groups));
  return kept;
}

std::optional<KeptRelease> random_release(const std::string& id, const std::vector<Code>& table,
                                          Code values, RandomSource& coins) {
  const auto records = static_cast<std::uint32_t>(table.size());
  switch (coins.below(5)) {
    case 0:
      return plain(id, random_partition(records, coins));
    case 1:
      return random_local(id, records, coins);
    default: {
      const std::size_t steps = 2 + coins.below(3);
      const char* name =
          std::vector<const char*>{"naive", "safe", "exclusive", "k_jump"}[coins.below(4)];
      const Jumps jumps = std::string(name) == "k_jump" ? random_jumps(steps, coins) : Jumps();
      const auto specs = property_specs();
      return walked(id, random_runs_sequence(records, steps, coins), name, jumps,
                    specs[coins.below(static_cast<std::uint32_t>(specs.size()))], table, values);
    }
  }
}

TEST(JointPosterior, IsThatOfTheDefinition) {
  SeededRandom coins(1);
  int seen = 0;
  int walks = 0;
  int cuts = 0;
  int several = 0;
  while (seen < 1500) {
    const std::uint32_t records = 4 + coins.below(4);
    const Code values = 2 + coins.below(3);
    std::vector<Code> table = random_multiset(records, values, coins);
    shuffle(std::span(table), coins);
    const auto overall = overall_of(table, values);
    std::vector<KeptRelease> made;
    const std::uint32_t wanted = 1 + coins.below(3);
    for (std::uint32_t i = 0; i < wanted; ++i) {
      if (auto one = random_release(std::to_string(i), table, values, coins)) made.push_back(*one);
    }
    if (made.empty()) continue;
    Releases releases;
    for (const KeptRelease& one : made) {
      releases.push_back(&one);
      walks += one.walks() ? 1 : 0;
      cuts += one.method == "local" ? 1 : 0;
    }
    several += Joint(releases, table, overall, unwatched()).components() > 1 ? 1 : 0;
    const auto found = posterior_of(releases, table, overall);
    ASSERT_TRUE(found);
    ASSERT_EQ(*found, reference::joint_posterior(releases, table, overall));
    ++seen;
  }
  EXPECT_GT(walks, 150);
  EXPECT_GT(cuts, 300);
  EXPECT_GT(several, 100);
}

// The group of six of docs/concepts/refusals.md, and a second release that ties two pairs:
// counting tables alone gives other numbers than the weights do.
TEST(JointPosterior, WeighsTheCutsOfLocalRecoding) {
  const std::vector<Code> table = {0, 0, 1, 2, 3, 4};
  KeptRelease local = plain("a", groups_from({0, 0, 0, 0, 0, 0}), "local");
  local.l = 2;
  local.side = {0, 0, 1, 1, 1, 1};
  local.stop = {share(1, 6)};
  const auto alone = posterior_of({&local}, table, overall_of(table, 5));
  EXPECT_EQ((*alone)[0][0], share(1, 2));
  EXPECT_EQ((*alone)[2][0], share(1, 4));
  const KeptRelease pairs = plain("b", groups_from({0, 1, 0, 1, 2, 2}));
  const auto together = posterior_of({&local, &pairs}, table, overall_of(table, 5));
  // One 0 in {0 2}, one in {1 3}: four places, of which that with both in front of the cut is
  // six times as likely as each other one. Counting would say 1/2.
  EXPECT_EQ((*together)[0][0], share(7, 9));
  EXPECT_EQ((*together)[1][0], share(7, 9));
  EXPECT_EQ((*together)[2][0], share(2, 9));
  EXPECT_EQ((*together)[4][3], share(1, 2));
}

TEST(JointPosterior, EndsAtTheWorkLimit) {
  std::vector<Code> table;
  std::vector<std::uint32_t> one;
  std::vector<std::uint32_t> other;
  for (std::uint32_t r = 0; r < 40; ++r) {
    table.push_back(r % 10);
    one.push_back(r % 5);
    other.push_back(r / 8);
  }
  KeptRelease first = plain("a", groups_from(one));
  KeptRelease second = plain("b", groups_from(other), "local");
  second.l = 2;
  second.side.assign(40, 0);
  for (std::uint32_t r = 0; r < 40; r += 2) second.side[r] = 1;
  second.stop.assign(5, share(1, 2));
  EXPECT_FALSE(posterior_of({&first, &second}, table, overall_of(table, 10), 100'000));
}

}  // namespace
}  // namespace overt::joint
