// The walk of local recoding against its definition: the probability of every release, exactly, for
// all small tables and policies that do anything.

#include "oracle/walk_reference.h"

#include <gtest/gtest.h>

#include "oracle/hash_policy.h"
#include "oracle/transparency.h"
#include "overt/local/local.h"

namespace overt::oracle {
namespace {

// Returns how many releases were compared.
std::size_t compare(std::size_t records, Code domain, const Caps& caps, std::uint64_t seeds) {
  std::size_t releases = 0;
  for_each_multiset(records, domain, [&](const Values& multiset) {
    std::vector<Record> all(multiset.size());
    for (Record r = 0; r < all.size(); ++r) all[r] = r;
    if (!caps.keep(MultisetCounter(multiset, domain).count(all))) return;
    for (const Values& table : arrangements(multiset)) {
      for (std::uint64_t seed = 0; seed < seeds; ++seed) {
        const Method walk = [&](const Values& own, RandomSource& coins) {
          HashPolicy policy(seed, caps);
          Progress progress;
          return release_text(local(own, domain, policy, caps, coins, progress), own);
        };
        const Method definition = [&](const Values& own, RandomSource& coins) {
          HashPolicy policy(seed, caps);
          return release_text(WalkReference(own, caps, policy, coins).run(), own);
        };
        std::uint64_t outcomes = 0;
        const auto found = release_distribution(table, walk, outcomes);
        ASSERT_EQ(found, release_distribution(table, definition, outcomes));
        releases += found.size();
      }
    }
  });
  return releases;
}

TEST(WalkReference, HasTheSameReleasesWithTheSameProbabilities) {
  EXPECT_GT(compare(4, 4, Caps::one_in(2), 12), 2'000U);
  EXPECT_GT(compare(5, 3, Caps({{2, 5}, {1, 2}}, {1, 1}), 4), 500U);
}

TEST(WalkReference, HasTheSameReleasesWithTheSameProbabilitiesHeavy) {
  EXPECT_GT(compare(6, 3, Caps::one_in(2), 4), 2'000U);
  EXPECT_GT(compare(6, 4, Caps::one_in(3), 6), 500U);
}

}  // namespace
}  // namespace overt::oracle
