// Two releases whose promises are caps, against the adversary who knows both: what is published
// keeps every cap of the second promise jointly, what is refused would not have, and the posterior
// that decided it is theirs. A check that forgets the sets of values, or that counts tables without
// asking how likely each made its release, is seen to publish what breaks a cap.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "oracle/dealt_groups.h"
#include "oracle/two_releases.h"
#include "overt/joint/joint_check.h"

namespace overt::oracle {
namespace {

// Caps as methods have them, and as a kept release has them.
struct CapsAsked {
  std::string name;
  Caps caps;
  std::vector<PromisedCap> one_by_one;

  joint::KeptPromise kept() const { return {one_by_one, name}; }
};

CapsAsked caps_asked(std::string name, std::vector<Cap> of_value,
                     const std::vector<CappedSet>& sets = {}) {
  CapsAsked result{std::move(name), Caps(of_value, {1, 1}, sets), {}};
  for (Code v = 0; v < of_value.size(); ++v) {
    if (of_value[v].binds()) {
      result.one_by_one.push_back({share(of_value[v].above, of_value[v].below), {v}});
    }
  }
  for (const CappedSet& set : sets) {
    result.one_by_one.push_back({share(set.cap.above, set.cap.below), set.values});
  }
  return result;
}

const CapsAsked& values_capped() {
  static const CapsAsked kAsked = caps_asked("values", {{1, 3}, {1, 2}});
  return kAsked;
}
const CapsAsked& categories_capped() {
  static const CapsAsked kAsked =
      caps_asked("categories", {{1, 2}, {1, 2}, {1, 1}, {1, 1}}, {{{2, 3}, {0, 1}}});
  return kAsked;
}
const CapsAsked& columns_capped() {
  static const CapsAsked kAsked =
      caps_asked("two columns", {}, {{{3, 5}, {0, 1}}, {{3, 5}, {0, 2}}});
  return kAsked;
}

Maker capped_by_any(std::uint64_t seed, const CapsAsked& promise) {
  return [seed, &promise](const Values& table, RandomSource& coins) -> std::optional<KeptRelease> {
    HashPolicy policy(seed, promise.caps);
    Progress progress;
    LocalWalk walk;
    const Groups groups =
        local(table, domain_of(table), policy, promise.caps, coins, progress, &walk);
    KeptRelease kept = keep_local(0, groups, walk);
    kept.level = "transparent";
    kept.promise = promise.kept();
    return kept;
  };
}

Maker capped_by_deal(const CapsAsked& promise) {
  return [&promise](const Values& table, RandomSource& coins) -> std::optional<KeptRelease> {
    KeptRelease kept = joint::plain("", dealt_groups(table, promise.caps, coins), "deal");
    kept.promise = promise.kept();
    return kept;
  };
}

// The largest share of a value or a set, in caps of it.
Rational worst_in_caps(const Weights& weights, const std::vector<PromisedCap>& caps) {
  Rational worst = 0;
  for (const auto& record : shares_of(weights)) {
    for (const PromisedCap& cap : caps) {
      Rational share = 0;
      for (const Code v : cap.values) share += v < record.size() ? record[v] : Rational(0);
      worst = std::max(worst, Rational(share / cap.cap));
    }
  }
  return worst;
}

struct CappedTally {
  std::size_t pairs = 0, published = 0, refused = 0;
  std::size_t counting_wrong = 0, without_sets_wrong = 0;
};

// `given`: what the second release promises.
void attack_capped(const Values& multiset, const Maker& first, const Maker& second,
                   const CapsAsked& given, CappedTally& found) {
  Progress progress;
  const auto tables = arrangements(multiset);
  const Code values = domain_of(multiset);
  const auto overall = joint::overall_of(multiset, values);
  std::vector<Outcomes> firsts;
  std::vector<Outcomes> seconds;
  for (const Values& table : tables) {
    firsts.push_back(outcomes_of(table, first));
    seconds.push_back(outcomes_of(table, reordered(second)));
  }
  joint::KeptPromise forgetful = given.kept();
  std::erase_if(*forgetful.caps, [](const PromisedCap& cap) { return cap.values.size() > 1; });
  for (auto& [text, pair] :
       pairs_of(firsts, [&](std::size_t t, const KeptRelease&) { return seconds[t]; })) {
    const joint::Releases releases = {&pair.first, &pair.second};
    const Values& truth = tables[pair.tables.front().first];
    const Verdict verdict = joint::check_together(releases, truth, overall, given.kept(), progress);
    const Weights adversary = weights_of(tables, pair.tables, values);
    const bool kept = worst_in_caps(adversary, given.one_by_one) <= 1;
    ASSERT_EQ(verdict, kept ? Verdict::holds : Verdict::fails) << text.first << text.second;
    const auto ours = joint::posterior_of(releases, truth, overall);
    ASSERT_TRUE(ours);
    ASSERT_EQ(*ours, shares_of(adversary)) << text.first << text.second;
    ++found.pairs;
    ++(kept ? found.published : found.refused);
    if (kept) continue;
    if (worst_in_caps(counted(tables, pair, values), given.one_by_one) <= 1) ++found.counting_wrong;
    // The releases promise what they promise: only the question forgets the sets.
    if (joint::check_together(releases, truth, overall, forgetful, progress) == Verdict::holds) {
      ++found.without_sets_wrong;
    }
  }
}

CappedTally attack_capped_all(const std::vector<Values>& multisets, const CapsAsked& first,
                              const CapsAsked& second, std::uint64_t seeds) {
  CappedTally found;
  for (const Values& multiset : multisets) {
    std::vector<std::pair<Maker, Maker>> makers = {{capped_by_deal(first), capped_by_deal(second)}};
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
      makers.emplace_back(capped_by_any(seed, first), capped_by_any(seed + 100, second));
      makers.emplace_back(capped_by_any(seed, first), capped_by_deal(second));
    }
    for (const auto& [one, other] : makers) attack_capped(multiset, one, other, second, found);
  }
  std::printf(
      "%s, then %s: %zu pairs, %zu published, %zu refused; counting wrong %zu times, "
      "without sets %zu\n",
      first.name.c_str(), second.name.c_str(), found.pairs, found.published, found.refused,
      found.counting_wrong, found.without_sets_wrong);
  EXPECT_GT(found.published, 0U);
  EXPECT_GT(found.refused, 0U);
  return found;
}

std::vector<Values> multisets_that_keep_both(std::size_t records, Code domain, const CapsAsked& one,
                                             const CapsAsked& other) {
  std::vector<Values> result;
  for (const Values& multiset : multisets_that_keep(records, domain, one.caps)) {
    if (other.caps.keep(multiset_of(multiset))) result.push_back(multiset);
  }
  return result;
}

CappedTally expect_capped(std::size_t records, Code domain, const CapsAsked& one,
                          const CapsAsked& other, std::uint64_t seeds) {
  return attack_capped_all(multisets_that_keep_both(records, domain, one, other), one, other,
                           seeds);
}

TEST(AfterCaps, LearnsNoMoreThanTheCapsOfValues) {
  expect_capped(5, 3, values_capped(), values_capped(), 4);
}

TEST(AfterCaps, LearnsNoMoreThanTheCapsOfCategories) {
  const CappedTally found = expect_capped(5, 4, categories_capped(), categories_capped(), 2);
  EXPECT_GT(found.counting_wrong, 0U);
  EXPECT_GT(found.without_sets_wrong, 0U);
  expect_capped(5, 4, values_capped(), categories_capped(), 1);
}

TEST(AfterCaps, LearnsNoMoreThanTheCapsOfTwoColumns) {
  expect_capped(5, 4, columns_capped(), columns_capped(), 1);
}

}  // namespace
}  // namespace overt::oracle
