// What is known of the strategies by thinking (Liu et al. 2010, Zhang et al. 2008), held
// against all tables of random small sequences, for every property: which sets are the
// same, who releases what others release, and that among jumps nobody is best.

#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <set>

#include "overt/strategy/disclosure_against_reference.h"
#include "overt/strategy/random_problems_for_tests.h"
#include "overt/strategy/releases_for_tests.h"

namespace overt {
namespace {

constexpr std::size_t kNever = 99;  // later than every step

// A random problem with each property in turn, and all its tables.
struct Case {
  Sequence sequence;
  std::vector<std::vector<Code>> tables;
  Code values;
  std::unique_ptr<Property> property;

  Releases run(const Strategy& strategy) const {
    return releases(sequence, strategy, *property, tables, values);
  }
};

void for_random_cases(std::uint32_t records, std::size_t steps, int rounds, std::uint64_t seed,
                      const std::function<void(const Case&)>& check) {
  SeededRandom coins(seed);
  for (int round = 0; round < rounds; ++round) {
    for (const PropertySpec& spec : property_specs()) {
      const Code values = 2 + coins.below(3);
      const auto multiset = random_multiset(records, values, coins);
      check({Sequence(coins.below(2) == 0 ? random_sequence(records, steps, coins)
                                          : random_runs_sequence(records, steps, coins)),
             arrangements_of(multiset), values, property_for(spec, multiset, values)});
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

void expect_equal(const SetSummary& a, const SetSummary& b) {
  ASSERT_EQ(a.verdict, b.verdict);
  ASSERT_EQ(a.tables, b.tables);
  ASSERT_EQ(a.worst.has_value(), b.worst.has_value());
  if (!a.worst) return;
  ASSERT_EQ(a.worst->share, b.worst->share);
  ASSERT_EQ(a.worst->record, b.worst->record);
  ASSERT_EQ(a.worst->value, b.worst->value);
}

TEST(StrategyFacts, TheFirstDisclosureSetIsThePermutationSet) {
  std::size_t compared = 0;
  for_random_cases(5, 3, 30, 1, [&](const Case& each) {
    for (const Named& named : all_strategies(3)) {
      if (named.name == "naive") continue;
      const auto strategy = make_strategy(named.name, named.jumps, 3);
      Disclosure disclosure(each.sequence, *strategy, *each.property, each.values);
      for (const auto& table : each.tables) {
        const View view = view_of(each.sequence[0], table, each.values);
        ASSERT_NO_FATAL_FAILURE(expect_equal(disclosure.ds(0, view), disclosure.per(0, view)));
        ASSERT_EQ(disclosure.ds_verdict(0, view), disclosure.per_verdict(0, view));
        ++compared;
      }
    }
  });
  EXPECT_GT(compared, 5'000U);
}

// The second one rules out the tables that the first step was good for, whoever asks.
TEST(StrategyFacts, TheSecondDisclosureSetDoesNotDependOnTheJumps) {
  std::size_t compared = 0;
  std::size_t smaller = 0;
  for_random_cases(6, 4, 20, 2, [&](const Case& each) {
    std::vector<std::unique_ptr<Strategy>> strategies;
    for (const Jumps& jumps : all_jumps(4)) strategies.push_back(k_jump(jumps));
    strategies.push_back(k_jump({4, 3, 2, 1}));
    strategies.push_back(exclusive());
    strategies.push_back(safe());
    std::set<std::vector<std::uint32_t>> seen;
    for (const auto& table : each.tables) {
      const View view = view_of(each.sequence[1], table, each.values);
      if (!seen.insert(view.counts).second) continue;
      std::optional<SetSummary> first;
      for (const auto& strategy : strategies) {
        Disclosure disclosure(each.sequence, *strategy, *each.property, each.values);
        if (disclosure.per_verdict(1, view) != Verdict::holds) break;  // only safe would ask
        const SetSummary ds = disclosure.ds(1, view);
        if (!first) first = ds;
        ASSERT_NO_FATAL_FAILURE(expect_equal(ds, *first));
        ++compared;
        smaller += *ds.tables < *disclosure.per(1, view).tables ? 1 : 0;
      }
    }
  });
  EXPECT_GT(compared, 1'000U);
  EXPECT_GT(smaller, 300U);
}

// The group's distribution is the mean of its records' in any part of a permutation
// set, and every property is convex: a part that holds means that the whole does.
TEST(StrategyFacts, WhatHoldsOfAPartHoldsOfThePermutationSet) {
  std::map<bool, std::size_t> parts_hold;
  SeededRandom coins(3);
  for (int round = 0; round < 60; ++round) {
    for (const PropertySpec& spec : property_specs()) {
      const Code values = 2 + coins.below(3);
      const auto multiset = random_multiset(6, values, coins);
      const auto property = property_for(spec, multiset, values);
      const reference::Universe universe(arrangements_of(multiset), {random_partition(6, coins)},
                                         *property, values);
      for (const reference::Tables& per : universe.all_per(0)) {
        for (int part = 0; part < 20; ++part) {
          reference::Tables some;
          const std::uint32_t share = 2 + coins.below(4);
          for (const std::size_t t : per) {
            if (coins.below(share) == 0) some.push_back(t);
          }
          const bool holds = universe.p(some);
          ++parts_hold[holds];
          ASSERT_TRUE(!holds || universe.p(per)) << spec.name;
        }
      }
    }
  }
  EXPECT_GT(parts_hold[true], 1'000U);
  EXPECT_GT(parts_hold[false], 1'000U);
}

TEST(StrategyFacts, SafeReleasesWhatKJumpOneReleases) {
  std::size_t later = 0;
  for_random_cases(6, 4, 30, 4, [&](const Case& each) {
    const auto inclusive = each.run(*safe());
    ASSERT_EQ(inclusive.step, each.run(*k_jump({1})).step);
    ASSERT_EQ(inclusive.step, each.run(*k_jump({1, 1, 1, 1})).step);
    for (const auto& step : inclusive.step) later += step.value_or(0) > 0 ? 1 : 0;
  });
  EXPECT_GT(later, 50U);
}

TEST(StrategyFacts, ExclusiveIsKJumpBeyondTheEnd) {
  for_random_cases(6, 4, 20, 5, [&](const Case& each) {
    const auto own = each.run(*exclusive());
    for (const Jumps& jumps : {Jumps{4, 3, 2, 1}, Jumps{1, 3, 2, 1}, Jumps{4}, Jumps{1000}}) {
      const auto other = each.run(*k_jump(jumps));
      ASSERT_EQ(own.step, other.step);
      ASSERT_EQ(own.path, other.path);
    }
  });
}

// A disclosure set that holds means a permutation set that holds, where naive stops.
TEST(StrategyFacts, NaiveReleasesNoLaterThanAnyOther) {
  std::size_t earlier = 0;
  for_random_cases(6, 4, 20, 6, [&](const Case& each) {
    const auto first = each.run(*naive()).step;
    for (const Named& named : all_strategies(4)) {
      const auto other = each.run(*make_strategy(named.name, named.jumps, 4)).step;
      for (std::size_t t = 0; t < first.size(); ++t) {
        ASSERT_LE(first[t].value_or(kNever), other[t].value_or(kNever));
        earlier += first[t] != other[t] ? 1 : 0;
      }
    }
  });
  EXPECT_GT(earlier, 100U);
}

// Where a strategy says that only permutation sets rule tables out, its disclosure set is
// that of exclusive; and where it does not say so they do differ, on some table.
TEST(StrategyFacts, RulesOutPerOnlyIsTrueWhereItIsSaid) {
  std::map<std::pair<std::string, std::size_t>, std::size_t> differs;
  for_random_cases(7, 4, 20, 10, [&](const Case& each) {
    const auto reference = exclusive();
    Disclosure expected(each.sequence, *reference, *each.property, each.values);
    for (const Named& named : all_strategies(4)) {
      if (named.name == "naive") continue;
      const auto strategy = make_strategy(named.name, named.jumps, 4);
      Disclosure disclosure(each.sequence, *strategy, *each.property, each.values);
      for (std::size_t step = 0; step < 4; ++step) {
        std::set<std::vector<std::uint32_t>> seen;
        for (const auto& table : each.tables) {
          const View view = view_of(each.sequence[step], table, each.values);
          if (!seen.insert(view.counts).second) continue;
          if (disclosure.per_verdict(step, view) != Verdict::holds) continue;
          const auto own = disclosure.ds(step, view).tables;
          const auto other = expected.ds(step, view).tables;
          if (strategy->rules_out_per_only(step)) {
            ASSERT_EQ(own, other);
          } else {
            const auto key = std::pair(named.name + testing::PrintToString(named.jumps), step);
            differs[key] += own != other ? 1 : 0;
          }
        }
      }
    }
  });
  // safe and k_jump 1: steps 3 and 4; jumps 2 from step 2 and 1 from step 3: step 4; and so on.
  EXPECT_EQ(differs.size(), 2U + 2 + 2 + 1 + 1 + 1);
  for (const auto& [where, times] : differs) EXPECT_GT(times, 0U) << where.first << where.second;
}

// All 256 vectors of jumps up to 4 do what the six of all_jumps() do: the first jump never
// counts, nor does how far beyond the end another one leads.
TEST(StrategyFacts, AllJumpsLeavesOutNothing) {
  EXPECT_EQ(all_jumps(1).size(), 1U);
  EXPECT_EQ(all_jumps(2).size(), 1U);
  EXPECT_EQ(all_jumps(3).size(), 2U);
  EXPECT_EQ(all_jumps(4).size(), 6U);
  EXPECT_EQ(all_jumps(5).size(), 24U);
  for_random_cases(6, 4, 2, 7, [&](const Case& each) {
    std::map<Jumps, Releases> by_jumps;
    for (const Jumps& jumps : all_jumps(4)) by_jumps.emplace(jumps, each.run(*k_jump(jumps)));
    ASSERT_EQ(by_jumps.size(), 6U);
    for (std::uint32_t number = 0; number < 256; ++number) {
      Jumps jumps;
      for (std::uint32_t i = 0; i < 4; ++i) jumps.push_back(1 + (number >> (2 * i) & 3));
      const Jumps same = {1, std::min(jumps[1], 3U), std::min(jumps[2], 2U), 1};
      const Releases found = each.run(*k_jump(jumps));
      ASSERT_EQ(found.step, by_jumps.at(same).step);
      ASSERT_EQ(found.path, by_jumps.at(same).path);
    }
  });
}

// Counts for how many tables one strategy of a pair releases an earlier step than the
// other, and goes on until that happened in both directions for every pair.
std::vector<std::array<std::size_t, 2>> search(const std::vector<Jumps>& vectors, std::size_t steps,
                                               int rounds, std::uint64_t seed) {
  SeededRandom coins(seed);
  std::vector<std::array<std::size_t, 2>> better;
  for (int round = 0; round < rounds; ++round) {
    const std::uint32_t records = 9;
    const Code values = 6;
    const auto multiset = random_multiset(records, values, coins);
    const auto property = property_for(property_specs()[0], multiset, values);
    std::vector<Groups> runs;
    while (runs.size() < steps) runs.push_back(random_runs(records, coins));
    const Sequence sequence(runs);
    auto table = multiset;
    shuffle(std::span(table), coins);
    std::vector<std::size_t> released;
    for (const Jumps& jumps : vectors) {
      released.push_back(
          releases(sequence, *k_jump(jumps), *property, {table}, values).step[0].value_or(kNever));
    }
    bool all = true;
    std::size_t pair = 0;
    for (std::size_t a = 0; a < vectors.size(); ++a) {
      for (std::size_t b = a + 1; b < vectors.size(); ++b, ++pair) {
        if (better.size() <= pair) better.push_back({0, 0});
        better[pair][0] += released[a] < released[b] ? 1 : 0;
        better[pair][1] += released[b] < released[a] ? 1 : 0;
        all = all && better[pair][0] > 0 && better[pair][1] > 0;
      }
    }
    if (all) break;
  }
  return better;
}

// The utility of different jumps is incomparable. Of four steps, 1 is safe and 3 is exclusive.
TEST(StrategyFacts, NoJumpIsBestForAllTables) {
  const auto better = search({{1}, {2}, {3}}, 4, 20'000, 8);  // pairs 1 2, 1 3, 2 3
  EXPECT_EQ(better.size(), 3U);
  for (const auto& [first, second] : better) {
    EXPECT_GT(first, 0U);
    EXPECT_GT(second, 0U);
  }
}

TEST(StrategyFacts, NoJumpVectorIsBestForAllTables) {
  const auto better = search(all_jumps(4), 4, 100'000, 9);
  EXPECT_EQ(better.size(), 15U);
  for (const auto& [first, second] : better) {
    EXPECT_GT(first, 0U);
    EXPECT_GT(second, 0U);
  }
}

}  // namespace
}  // namespace overt
