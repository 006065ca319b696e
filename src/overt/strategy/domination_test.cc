#include "overt/strategy/domination.h"

#include <gtest/gtest.h>

#include "overt/base/impatient_for_tests.h"
#include "overt/strategy/disclosure.h"
#include "overt/strategy/random_problems_for_tests.h"

namespace overt {
namespace {

// On small problems, where all can be counted: the bound on an earlier step is never
// below its share, and what is proven holds, whatever the strategy.
TEST(Domination, ProvesOnlyWhatIsTrue) {
  SeededRandom coins(1);
  const auto specs = property_specs();
  std::vector<std::size_t> proven(specs.size(), 0);
  std::vector<std::size_t> asked(specs.size(), 0);
  std::vector<std::size_t> never(specs.size(), 0);
  std::vector<std::size_t> known(specs.size(), 0);
  for (int round = 0; round < 10'000; ++round) {
    const std::uint32_t records = 6 + coins.below(3);
    const Code values = 3 + coins.below(3);
    const auto multiset = random_multiset(records, values, coins);
    const std::size_t which = coins.below(static_cast<std::uint32_t>(specs.size()));
    const auto property = property_for(specs[which], multiset, values);
    const Sequence sequence(random_sequence(records, 2 + coins.below(2), coins));
    auto table = multiset;
    shuffle(std::span(table), coins);
    const std::size_t step = sequence.size() - 1;
    const View view = view_of(sequence[step], table, values);
    const auto any = exclusive();
    Disclosure disclosure(sequence, *any, *property, values);
    if (disclosure.per_verdict(step, view) != Verdict::holds) continue;
    ++asked[which];
    const Domination domination(sequence, *property, values);
    for (std::size_t j = 0; j < step; ++j) {
      // How often the earlier step holds: naive over the two steps alone.
      const Sequence two({sequence[j], sequence[step]});
      const auto simple = naive();
      Disclosure pair(two, *simple, *property, values);
      const auto left = pair.released(1, view);
      const Integer all = *pair.per(1, view).tables;
      Rational held(all - left->tables(), all);
      held.canonicalize();
      const double bound = domination.earlier_holds(step, view, j);
      ASSERT_GE(Rational(bound), held);
      never[which] += held == 0 ? 1 : 0;
      known[which] += bound == 0 ? 1 : 0;
    }
    if (!domination.holds(step, view, domination.ruled_out(step, view))) continue;
    ++proven[which];
    std::vector<std::unique_ptr<Strategy>> strategies;
    strategies.push_back(safe());
    strategies.push_back(exclusive());
    strategies.push_back(k_jump({1}));
    strategies.push_back(k_jump({2}));
    for (const auto& strategy : strategies) {
      Disclosure exact(sequence, *strategy, *property, values);
      ASSERT_EQ(exact.ds_verdict(step, view), Verdict::holds);
    }
  }
  for (std::size_t i = 0; i < specs.size(); ++i) {
    std::printf("%s: %zu of %zu proven by domination; of %zu steps that never hold %zu known\n",
                to_string(specs[i]).c_str(), proven[i], asked[i], never[i], known[i]);
    EXPECT_GT(proven[i], asked[i] / 10);
    EXPECT_GT(known[i], never[i] * 9 / 10);
  }
}

// A step that can never hold rules nothing out: pairs under a ratio of 1/3.
TEST(Domination, OfAStepThatNeverHoldsIsNothing) {
  const auto multiset = std::vector<Code>{0, 0, 1, 1, 2, 2};
  PropertySpec spec;
  spec.name = "highest_ratio";
  spec.max = Rational(1, 3);
  const auto property = property_for(spec, multiset, 3);
  const Sequence sequence({groups_from({0, 0, 1, 1, 2, 2}), groups_from({0, 0, 0, 0, 0, 0})});
  const Domination domination(sequence, *property, 3);
  const View view = view_of(sequence[1], multiset, 3);
  EXPECT_EQ(domination.earlier_holds(1, view, 0), 0);
  EXPECT_TRUE(domination.holds(
      1, view, domination.ruled_out(1, view)));  // though the share is exactly the threshold
}

// Large: 2,000 groups of 48 records, before that the halves of each.
TEST(Domination, ProvesALargeStep) {
  constexpr Code kValues = 12;
  constexpr std::uint32_t kGroups = 2'000;
  std::vector<std::uint32_t> halves, wholes;
  std::vector<Code> table;
  for (std::uint32_t g = 0; g < kGroups; ++g) {
    for (std::uint32_t i = 0; i < 48; ++i) {
      halves.push_back(2 * g + i / 24);
      wholes.push_back(g);
      table.push_back(i < 10 ? 0 : 1 + i % (kValues - 1));  // value 0: 10 of 48
    }
  }
  const Sequence sequence({groups_from(halves), groups_from(wholes)});
  PropertySpec spec;
  spec.name = "highest_ratio";
  spec.max = Rational(1, 4);
  const auto property = property_for(spec, table, kValues);
  const View view = view_of(sequence[1], table, kValues);
  std::vector<std::unique_ptr<Strategy>> strategies;
  strategies.push_back(safe());
  strategies.push_back(exclusive());
  strategies.push_back(k_jump({2}));
  for (const auto& strategy : strategies) {
    Disclosure disclosure(sequence, *strategy, *property, kValues);
    EXPECT_EQ(disclosure.ds_verdict(1, view), Verdict::holds);
    const SetSummary summary = disclosure.ds(1, view);
    EXPECT_EQ(summary.verdict, Verdict::holds);
    EXPECT_FALSE(summary.tables);  // proven, not counted
  }
}

// A group that shows exactly the threshold is not proven where steps are not nested, even
// though an earlier step holds less often than the smallest double.
TEST(Domination, DoesNotTakeTheUnlikelyForImpossible) {
  constexpr Code kValues = 12;
  constexpr std::uint32_t kGroups = 5'000;
  std::vector<std::uint32_t> halves, wholes;
  std::vector<Code> table;
  for (std::uint32_t g = 0; g < kGroups; ++g) {
    for (std::uint32_t i = 0; i < 48; ++i) {
      halves.push_back(2 * g + i / 24);
      wholes.push_back(g);
      table.push_back(i < (g == 0 ? 12U : 10U) ? 0 : 1 + i % (kValues - 1));  // 12 of 48 in one
    }
  }
  PropertySpec spec;
  spec.name = "highest_ratio";
  spec.max = Rational(1, 4);
  const auto property = property_for(spec, table, kValues);
  const auto proven = [&] {
    const Sequence sequence({groups_from(halves), groups_from(wholes)});
    const Domination domination(sequence, *property, kValues);
    const View view = view_of(sequence[1], table, kValues);
    const double eps = domination.ruled_out(1, view);
    EXPECT_GT(eps, 0);
    EXPECT_LT(eps, 1e-200);
    return domination.holds(1, view, eps);
  };
  EXPECT_TRUE(proven());             // nested
  std::swap(halves[0], halves[48]);  // a half now takes a record of the group beside it
  EXPECT_FALSE(proven());
}

TEST(Domination, StopsWhenAskedTo) {
  const Sequence sequence({groups_from({0, 0, 1, 1}), groups_from({0, 0, 0, 0})});
  const std::vector<Code> table = {0, 1, 1, 2};
  const auto property = property_for(property_specs()[0], table, 3);
  Impatient impatient(2);  // the first look is the constructor's
  const Domination domination(sequence, *property, 3, impatient);
  EXPECT_THROW(domination.earlier_holds(1, view_of(sequence[1], table, 3), 0), Error);
}

}  // namespace
}  // namespace overt
