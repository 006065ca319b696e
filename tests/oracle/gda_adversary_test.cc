// GDA against the adversary who reruns it. It has the level `family`, and here is
// why it has no higher one.

#include <gtest/gtest.h>

#include <cstdio>

#include "oracle/transparency.h"
#include "overt/streamline/gda.h"
#include "overt/streamline/merge_by_rank.h"
#include "overt/streamline/rda.h"

namespace overt::oracle {
namespace {

Method gda_method(const std::vector<std::uint32_t>& ranks, std::uint32_t l) {
  return [=](const Values& table, RandomSource& coins) {
    Progress progress;
    return release_text(gda(table, domain_of(table), ranks, l, coins, progress), table);
  };
}

// model.md, section 3; values 1 1 2 2 3 are 0 0 1 1 2 here.
TEST(GdaAdversary, FindsAReleaseWithASingleOrigin) {
  const Audit result = audit(arrangements({0, 0, 1, 1, 2}), gda_method({0, 10, 20, 30, 40}, 2));
  EXPECT_TRUE(result.complete);
  const auto found = result.releases.find("0,2,4:0,1,2 1,3:0,1 ");
  ASSERT_NE(found, result.releases.end());
  EXPECT_EQ(found->second.posterior.size(), 1U);  // one table, so everybody's value is known
  EXPECT_EQ(found->second.worst, 1);
  // While the release alone allows twelve.
  EXPECT_EQ(permutation_set_size(found->first), 12);
}

// How often, over all tables of 5 and 6 records with ranks 0 10 20 ..: what the page
// on GDA says.
TEST(GdaAdversary, BreaksTheBoundInMostReleases) {
  for (const std::size_t records : {std::size_t{5}, std::size_t{6}}) {
    std::vector<std::uint32_t> ranks;
    for (std::uint32_t r = 0; r < records; ++r) ranks.push_back(10 * r);
    std::size_t releases = 0;
    std::size_t leaking = 0;
    std::size_t certain = 0;
    for_each_multiset(records, 3, [&](const Values& multiset) {
      if (most_frequent(multiset) * 2 > records) return;
      const Audit result = audit(arrangements(multiset), gda_method(ranks, 2));
      ASSERT_TRUE(result.complete);
      for (const auto& [release, one] : result.releases) {
        ++releases;
        leaking += one.worst > Rational(1, 2) ? 1 : 0;
        certain += one.worst == 1 ? 1 : 0;
      }
    });
    std::printf(
        "gda: %zu records, 3 values, l = 2: %zu of %zu releases break 1/2, %zu with certainty\n",
        records, leaking, releases, certain);
    EXPECT_GT(2 * leaking, releases);
    EXPECT_GT(certain, 0U);
  }
}

// Without the public columns GDA is a kind of RDA: all ranks equal, nothing leaks.
TEST(GdaAdversary, LearnsNothingMoreWhenAllRanksAreEqual) {
  const auto method = [](std::uint32_t l) { return gda_method({7, 7, 7, 7, 7}, l); };
  expect_transparent("gda, equal ranks", method, 5, 3);
}

// Merging whole groups of RDA by ranks, sizes and coins keeps the bound, for every
// way to rank the records; the posterior need not be uniform.
TEST(MergeAdversary, LearnsAtMostOneInLFromMergedGroups) {
  Rational worst = 0;
  std::uint64_t outcomes = 0;
  for (const std::vector<std::uint32_t>& ranks : {std::vector<std::uint32_t>{0, 10, 20, 30, 40, 50},
                                                  std::vector<std::uint32_t>{5, 5, 5, 9, 9, 9},
                                                  std::vector<std::uint32_t>{0, 9, 0, 9, 1, 2}}) {
    const Method method = [&](const Values& table, RandomSource& coins) {
      Progress progress;
      const FamilySet family = rda(table, domain_of(table), 2, coins, progress);
      return release_text(merge_by_rank(family, ranks, 3, coins), table);
    };
    for_each_multiset(6, 3, [&](const Values& multiset) {
      if (most_frequent(multiset) * 2 > 6) return;
      const Audit result = audit(arrangements(multiset), method);
      ASSERT_TRUE(result.complete);
      ASSERT_LE(result.worst, Rational(1, 2));
      worst = std::max(worst, result.worst);
      outcomes += result.outcomes;
    });
  }
  std::printf("rda merged by rank: %llu coin outcomes, worst posterior %s\n",
              static_cast<unsigned long long>(outcomes), to_string(worst).c_str());
  EXPECT_EQ(worst, Rational(1, 2));
}

// A utility that looks at sensitive values: merge the two groups that together have
// the fewest different values.
TEST(MergeAdversary, CatchesMergingByWhatTheGroupsHold) {
  const Method broken = [](const Values& table, RandomSource& coins) {
    Progress progress;
    const FamilySet family = rda(table, domain_of(table), 2, coins, progress);
    const Groups& groups = family.minimal();
    // Groups that hold value 0 stay small; the others are merged with their neighbour.
    std::vector<std::uint32_t> order, starts;
    for (std::uint32_t g = 0; g < groups.size(); ++g) order.push_back(g);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
      return *std::min_element(groups[a].begin(), groups[a].end()) <
             *std::min_element(groups[b].begin(), groups[b].end());
    });
    for (std::uint32_t i = 0; i < order.size(); ++i) {
      const Record first = *std::min_element(groups[order[i]].begin(), groups[order[i]].end());
      if (i == 0 || table[first] == 0) starts.push_back(i);  // looks at who has which value
    }
    return release_text(family.merged(order, starts), table);
  };
  Rational worst = 0;
  for_each_multiset(6, 3, [&](const Values& multiset) {
    if (most_frequent(multiset) * 2 > 6) return;
    worst = std::max(worst, audit(arrangements(multiset), broken).worst);
  });
  std::printf("merging by a record's value: worst posterior %s\n", to_string(worst).c_str());
  EXPECT_GT(worst, Rational(1, 2));
}

}  // namespace
}  // namespace overt::oracle
