#include "overt/strategy/disclosure.h"

#include <gtest/gtest.h>

#include <map>

#include "overt/strategy/disclosure_against_reference.h"
#include "overt/strategy/random_problems_for_tests.h"
#include "overt/strategy/releases_for_tests.h"
#include "overt/strategy/walk.h"

namespace overt {
namespace {

void check_random_problems(std::uint32_t records, int rounds, std::uint64_t seed) {
  SeededRandom coins(seed);
  const auto specs = property_specs();
  for (int round = 0; round < rounds; ++round) {
    const Code values = 2 + coins.below(std::min(3U, records - 1));
    const auto multiset = random_multiset(records, values, coins);
    const auto sequence = random_sequence(records, 1 + coins.below(4), coins);
    const SmallProblem problem{sequence, multiset, values,
                               specs[static_cast<std::size_t>(round) % specs.size()]};
    DisclosureCheck(problem, arrangements_of(multiset).size()).run();
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(Disclosure, IsThatOfTheReferenceOnFourAndFiveRecordsHeavy) {
  check_random_problems(4, 300, 1);
  check_random_problems(5, 200, 2);
}

TEST(Disclosure, IsThatOfTheReferenceOnSixRecordsHeavy) { check_random_problems(6, 70, 3); }

TEST(Disclosure, IsThatOfTheReferenceOnSevenRecordsHeavy) { check_random_problems(7, 14, 4); }

// A limit that is reached leaves bounds, or not_proven, which counts as failing. The
// adversary who counts with the verdicts as they are given finds nothing above the bound.
TEST(Disclosure, StaysSafeAtTheWorkLimitHeavy) {
  SeededRandom coins(8);
  std::map<Verdict, std::size_t> verdicts;
  std::size_t releases_seen = 0;
  const auto specs = property_specs();
  for (int round = 0; round < 1'000; ++round) {
    const Code values = 3 + coins.below(2);
    const auto multiset = random_multiset(6, values, coins);
    const auto property = property_for(specs[round % specs.size()], multiset, values);
    const Sequence sequence(random_sequence(6, 3, coins));
    const auto strategies = all_strategies(3);
    const Named& named =
        strategies[1 + coins.below(static_cast<std::uint32_t>(strategies.size() - 1))];
    const auto strategy = make_strategy(named.name, named.jumps, 3);
    const std::uint64_t limit = coins.below(2) == 0 ? 0 : 300 + coins.below(2000);
    Disclosure disclosure(sequence, *strategy, *property, values, limit);
    std::map<std::pair<std::size_t, std::vector<std::uint32_t>>, std::vector<std::vector<Code>>>
        releases;
    for (const auto& table : arrangements_of(multiset)) {
      const Walk own = walk(sequence, *strategy, disclosure, table, values);
      for (const Evaluation& each : own.path) {
        if (each.set == SetName::ds) ++verdicts[each.verdict];
      }
      if (own.released) {
        releases[{*own.released, view_of(sequence[*own.released], table, values).counts}].push_back(
            table);
      }
    }
    for (const auto& [release, tables] : releases) {
      ++releases_seen;
      for (std::size_t r = 0; r < 6; ++r) {
        std::vector<Integer> with(values);
        for (const auto& table : tables) ++with[table[r]];
        ASSERT_EQ(property->test(with), Verdict::holds);
      }
    }
  }
  EXPECT_GT(releases_seen, 500U);
  EXPECT_GT(verdicts[Verdict::holds], 1'000U);
  EXPECT_GT(verdicts[Verdict::not_proven], 1'000U);
}

// Without any counting, on every table: what bounds say is true. And if no earlier step can
// hold, which is what steps of a lattice are like, they say all there is to say: ds = per.
TEST(Disclosure, BoundsAgreeWithTheReferenceOnAllTables) {
  SeededRandom coins(9);
  const auto specs = property_specs();
  std::size_t proven = 0;
  std::size_t simple = 0;  // per holds, and no earlier step can
  std::size_t missed = 0;
  for (int round = 0; round < 350; ++round) {
    const Code values = 3 + coins.below(2);
    const auto multiset = random_multiset(6, values, coins);
    const auto property = property_for(specs[round % specs.size()], multiset, values);
    const auto generalizations = random_sequence(6, 3, coins);
    const Sequence sequence(generalizations);
    const auto tables = arrangements_of(multiset);
    const reference::Universe universe(tables, generalizations, *property, values);
    for (const Named& named : all_strategies(3)) {
      if (named.name == "naive") continue;
      const auto strategy = make_strategy(named.name, named.jumps, 3);
      Disclosure bounds(sequence, *strategy, *property, values, 0);
      reference::Disclosure reference(universe, named.name, named.jumps);
      for (std::size_t t = 0; t < tables.size(); ++t) {
        for (std::size_t step = 1; step < 3; ++step) {
          const Verdict verdict =
              bounds.ds_verdict(step, view_of(sequence[step], tables[t], values));
          if (verdict != Verdict::not_proven) {
            ++proven;
            ASSERT_EQ(verdict == Verdict::holds, reference.p_ds(step, t))
                << to_string(specs[round % specs.size()]);
          }
          if (!reference.p_per(step, t)) {
            ASSERT_EQ(verdict, Verdict::fails);
            continue;
          }
          bool some_earlier = false;
          for (const std::size_t other : universe.per(step, t)) {
            for (std::size_t j = 0; j < step; ++j) {
              some_earlier = some_earlier || reference.p_per(j, other);
            }
          }
          if (some_earlier) continue;
          ++simple;
          missed += verdict != Verdict::holds ? 1 : 0;
        }
      }
    }
  }
  std::printf("bounds: %zu verdicts proven; %zu of %zu with ds = per missed\n", proven, missed,
              simple);
  EXPECT_GT(proven, 100'000U);
  EXPECT_GT(simple, 10'000U);
  EXPECT_LT(missed, simple / 50);
}

// Steps too fine for the property, then one that keeps it: proven for 3,000 records,
// whatever the property and the strategy.
TEST(Disclosure, IsThePermutationSetWhereNothingEarlierCanHold) {
  constexpr Code kValues = 6;
  std::vector<std::uint32_t> pairs, threes, wholes;
  std::vector<Code> table;
  for (std::uint32_t r = 0; r < 3'000; ++r) {
    pairs.push_back(r / 2);
    threes.push_back((r + 1) / 3);
    wholes.push_back(r / 300);
    table.push_back(r % 7 % kValues);
  }
  const Sequence sequence({groups_from(pairs), groups_from(threes), groups_from(wholes)});
  std::vector<PropertySpec> specs(5);
  specs[0] = highest_ratio_at_most(Rational(3, 10));
  specs[1].name = "distinct_diversity";
  specs[1].l = 4;
  specs[2].name = "entropy_diversity";
  specs[2].l = 4;
  specs[3].name = "recursive_diversity";
  specs[3].c = 3;
  specs[3].l = 4;
  specs[4].name = "t_closeness";
  specs[4].t = Rational(1, 10);
  for (const PropertySpec& spec : specs) {
    const auto property = property_for(spec, table, kValues);
    std::vector<std::unique_ptr<Strategy>> strategies;
    strategies.push_back(safe());
    strategies.push_back(exclusive());
    strategies.push_back(k_jump({1}));
    strategies.push_back(k_jump({2}));
    for (const auto& strategy : strategies) {
      Disclosure disclosure(sequence, *strategy, *property, kValues);
      const View view = view_of(sequence[2], table, kValues);
      EXPECT_EQ(disclosure.ds_verdict(2, view), Verdict::holds)
          << to_string(spec) << ", " << strategy->name();
    }
  }
}

TEST(Disclosure, AllTablesHaveAWorkLimit) {
  const std::vector<Code> multiset = {0, 0, 1, 1, 2, 3};
  const auto property = property_for(property_specs()[0], multiset, 4);
  const Sequence sequence({groups_from({0, 0, 1, 1, 2, 2}), groups_from({0, 1, 2, 0, 1, 2})});
  const auto strategy = safe();
  const auto within = [&](std::uint64_t limit) {
    Disclosure disclosure(sequence, *strategy, *property, 4);
    return release_counts(sequence, *strategy, disclosure, multiset, 4, limit);
  };
  const auto counts = within(kAllTablesLimit);
  ASSERT_TRUE(counts);
  Integer all;
  for (const Integer& count : *counts) all += count;
  EXPECT_EQ(all, 180);
  // The smallest limit that is enough: half the work is not.
  std::uint64_t enough = 1;
  while (!within(enough)) enough *= 2;
  EXPECT_GT(enough, 180U * 24);  // an entry for each of 180 count tables at least
  EXPECT_EQ(within(enough), counts);
  EXPECT_FALSE(within(enough / 2));
  EXPECT_FALSE(within(0));
  // 100 records of 100 values, each a cell: the recursion would be too deep.
  std::vector<Code> many;
  std::vector<std::uint32_t> alone;
  for (Code v = 0; v < 100; ++v) {
    many.push_back(v);
    alone.push_back(v);
  }
  const Sequence deep({groups_from(alone)});
  Disclosure disclosure(deep, *strategy, *property, 100);
  EXPECT_FALSE(release_counts(deep, *strategy, disclosure, many, 100));
}

// A verdict is a function of the view: the same from an object that has been asked about
// everything before, in any order, and from one that has not, wherever the limit cuts.
TEST(Disclosure, VerdictsDoNotDependOnWhatWasAskedBefore) {
  SeededRandom coins(9);
  std::map<Verdict, std::size_t> verdicts;
  for (int round = 0; round < 150; ++round) {
    const Code values = 3 + coins.below(2);
    const auto multiset = random_multiset(6, values, coins);
    const auto specs = property_specs();
    const auto property = property_for(specs[coins.below(static_cast<std::uint32_t>(specs.size()))],
                                       multiset, values);
    const Sequence sequence(coins.below(2) == 0 ? random_sequence(6, 4, coins)
                                                : random_runs_sequence(6, 4, coins));
    const auto strategies = all_strategies(4);
    const Named& named =
        strategies[1 + coins.below(static_cast<std::uint32_t>(strategies.size() - 1))];
    const auto strategy = make_strategy(named.name, named.jumps, 4);
    const std::uint64_t limit = 1U << (5 + coins.below(12));
    Disclosure used(sequence, *strategy, *property, values, limit);
    auto tables = arrangements_of(multiset);
    shuffle(std::span(tables), coins);
    tables.resize(std::min<std::size_t>(tables.size(), 25));
    for (const auto& table : tables) {
      const std::size_t step = coins.below(4);
      const View view = view_of(sequence[step], table, values);
      Disclosure fresh(sequence, *strategy, *property, values, limit);
      const Verdict verdict = fresh.ds_verdict(step, view);
      ASSERT_EQ(used.ds_verdict(step, view), verdict);
      if (fresh.per_verdict(step, view) == Verdict::holds || named.name == "safe") {
        ASSERT_EQ(used.ds(step, view).verdict, verdict);
        ASSERT_EQ(fresh.ds(step, view).verdict, verdict);
      }
      ++verdicts[verdict];
    }
  }
  EXPECT_GT(verdicts[Verdict::holds], 500U);
  EXPECT_GT(verdicts[Verdict::fails], 500U);
  EXPECT_GT(verdicts[Verdict::not_proven], 200U);
}

// Renaming the values changes nothing, where the property does not name them.
TEST(Disclosure, VerdictsDoNotDependOnTheNamesOfValues) {
  SeededRandom coins(10);
  std::size_t not_proven = 0;
  for (int round = 0; round < 600; ++round) {
    const Code values = 4;
    const auto multiset = random_multiset(7, values, coins);
    const auto property = property_for(property_specs()[coins.below(6)], multiset, values);
    const Sequence sequence(random_runs_sequence(7, 3, coins));
    const auto strategies = all_strategies(3);
    const Named& named =
        strategies[1 + coins.below(static_cast<std::uint32_t>(strategies.size() - 1))];
    const auto strategy = make_strategy(named.name, named.jumps, 3);
    const std::uint64_t limit = 1U << (5 + coins.below(12));
    auto table = multiset;
    shuffle(std::span(table), coins);
    std::vector<Code> name = {0, 1, 2, 3};
    shuffle(std::span(name), coins);
    auto renamed = table;
    for (Code& value : renamed) value = name[value];
    for (std::size_t step = 0; step < 3; ++step) {
      Disclosure one(sequence, *strategy, *property, values, limit);
      Disclosure other(sequence, *strategy, *property, values, limit);
      const Verdict verdict = one.ds_verdict(step, view_of(sequence[step], table, values));
      ASSERT_EQ(other.ds_verdict(step, view_of(sequence[step], renamed, values)), verdict);
      not_proven += verdict == Verdict::not_proven ? 1 : 0;
    }
  }
  EXPECT_GT(not_proven, 50U);
}

// What is proven at a limit is true of the sets as they are then: those of the tables whose
// walks, with the verdicts as they are given, ask the same. Nested sequences have proofs
// of their own, which depend on what a strategy rules out.
TEST(Disclosure, ProvesAtTheWorkLimitOnlyWhatIsTrueThereHeavy) {
  SeededRandom coins(12);
  std::map<Verdict, std::size_t> verdicts;  // of later steps, whose sets were not counted
  for (int round = 0; round < 500; ++round) {
    const Code values = 3 + coins.below(2);
    const std::uint32_t records = 6 + coins.below(2);
    const auto multiset = random_multiset(records, values, coins);
    const auto property = property_for(property_specs()[coins.below(3)], multiset, values);
    const Sequence sequence(coins.below(4) == 0 ? random_runs_sequence(records, 4, coins)
                                                : nested_sequence(records, 4, coins));
    const auto tables = arrangements_of(multiset);
    const std::uint64_t limit = coins.below(2) == 0 ? 0 : 300 + coins.below(2000);
    for (const Named& named : all_strategies(4)) {
      const auto strategy = make_strategy(named.name, named.jumps, 4);
      const Releases all = releases(sequence, *strategy, *property, tables, values, limit);
      std::map<std::pair<std::size_t, std::vector<std::uint32_t>>,
               std::pair<Verdict, reference::Tables>>
          sets;
      for (std::size_t t = 0; t < tables.size(); ++t) {
        for (const auto& [step, ds, verdict] : all.path[t]) {
          if (!ds || step == 0) continue;
          auto& set = sets[{step, view_of(sequence[step], tables[t], values).counts}];
          set.first = verdict;
          set.second.push_back(t);
        }
      }
      const reference::Universe universe(tables, {}, *property, values);
      for (const auto& [view, set] : sets) {
        ++verdicts[set.first];
        if (set.first == Verdict::not_proven) continue;
        ASSERT_EQ(set.first == Verdict::holds, universe.p(set.second))
            << named.name << testing::PrintToString(named.jumps) << " step " << view.first;
      }
    }
  }
  EXPECT_GT(verdicts[Verdict::holds], 1'000U);
  EXPECT_GT(verdicts[Verdict::fails], 200U);
  EXPECT_GT(verdicts[Verdict::not_proven], 1'000U);
}

// At most 2/3, but cannot make up its mind above 1/2.
class Hesitant final : public Property {
 public:
  Verdict test(std::span<const Integer> weights) const override {
    Integer tables;
    Integer most;
    for (const Integer& weight : weights) {
      tables += weight;
      most = std::max(most, weight);
    }
    if (3 * most > 2 * tables) return Verdict::fails;
    return 2 * most > tables ? Verdict::not_proven : Verdict::holds;
  }
  bool set_monotonic() const override { return false; }
};

// What is not proven does not hold: on the walk, inside the sets, and for whoever reruns it.
// The reference knows only what holds and what does not.
TEST(Disclosure, TakesWhatIsNotProvenForWhatDoesNotHoldHeavy) {
  SeededRandom coins(11);
  const Hesitant property;
  std::map<Verdict, std::size_t> verdicts;
  std::size_t later = 0;
  for (int round = 0; round < 50; ++round) {
    const Code values = 3 + coins.below(2);
    const auto multiset = random_multiset(7, values, coins);
    const auto generalizations = random_runs_sequence(7, 4, coins);
    const Sequence sequence(generalizations);
    const reference::Universe universe(arrangements_of(multiset), generalizations, property,
                                       values);
    for (const Named& named : all_strategies(4)) {
      const auto strategy = make_strategy(named.name, named.jumps, 4);
      Disclosure disclosure(sequence, *strategy, property, values);
      reference::Disclosure reference(universe, named.name, named.jumps);
      for (std::size_t step = 0; step < 4; ++step) {
        for (const reference::Tables& per : universe.all_per(step)) {
          const auto& table = universe.tables()[per.front()];
          const View view = view_of(sequence[step], table, values);
          const auto left = disclosure.released(step, view);
          const auto expected = reference.posterior(step, per.front());
          ASSERT_EQ(left->tables(), Integer(static_cast<unsigned long>(expected.size())));
          later += step > 0 && !expected.empty() ? 1 : 0;
          ASSERT_EQ(disclosure.per_verdict(step, view) == Verdict::holds, universe.p(per));
          if (named.name == "naive" || (named.name != "safe" && !universe.p(per))) continue;
          const SetSummary ds = disclosure.ds(step, view);
          const auto& slow = reference.ds(step, per.front());
          ASSERT_EQ(*ds.tables, Integer(static_cast<unsigned long>(slow.size())));
          ASSERT_EQ(ds.verdict == Verdict::holds, universe.p(slow));
          ++verdicts[ds.verdict];
        }
      }
      for (std::size_t t = 0; t < universe.tables().size(); t += 10) {
        const Walk own = walk(sequence, *strategy, disclosure, universe.tables()[t], values);
        ASSERT_EQ(own.released, reference.released(t));
      }
    }
  }
  EXPECT_GT(later, 500U);
  EXPECT_GT(verdicts[Verdict::holds], 500U);
  EXPECT_GT(verdicts[Verdict::fails], 500U);
  EXPECT_GT(verdicts[Verdict::not_proven], 500U);
}

// t_closeness tells values apart: a view and the same with its values exchanged are two.
TEST(Disclosure, DoesNotRenameValuesForAPropertyThatNamesThem) {
  PropertySpec spec;
  spec.name = "t_closeness";
  spec.t = Rational(1, 6);
  const auto property = make_property(spec, std::vector<std::uint64_t>{4, 2});
  const Sequence sequence({groups_from({0, 1, 2, 3, 4, 5}), groups_from({0, 0, 0, 0, 0, 0})});
  for (const auto& jumps : {Jumps{1}, Jumps{2}}) {
    const auto strategy = k_jump(jumps);
    Disclosure disclosure(sequence, *strategy, *property, 2);
    EXPECT_EQ(disclosure.ds_verdict(1, View{2, {4, 2}}), Verdict::holds);
    EXPECT_EQ(disclosure.ds_verdict(1, View{2, {2, 4}}), Verdict::fails);
  }
}

}  // namespace
}  // namespace overt
