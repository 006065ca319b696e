#include "overt/strategy/nested.h"

#include <gtest/gtest.h>

#include <map>

#include "overt/base/impatient_for_tests.h"
#include "overt/counting/count_tables.h"
#include "overt/strategy/disclosure.h"
#include "overt/strategy/random_problems_for_tests.h"

namespace overt {
namespace {

// Against the count of all tables, for exclusive, on every view that keeps the property.
TEST(Nested, AgreesWithCounting) {
  SeededRandom coins(1);
  std::map<Verdict, std::size_t> verdicts;
  for (int round = 0; round < 6'000; ++round) {
    const std::uint32_t records = 6 + coins.below(5);
    const Code values = 3 + coins.below(3);
    const auto multiset = random_multiset(records, values, coins);
    const auto property = property_for(property_specs()[coins.below(3)], multiset, values);
    const Sequence sequence(nested_sequence(records, 2 + coins.below(2), coins));
    const std::size_t step = sequence.size() - 1;
    const Nested nested(sequence, *property);
    ASSERT_TRUE(nested.applies(step));
    auto table = multiset;
    shuffle(std::span(table), coins);
    const View view = view_of(sequence[step], table, values);
    const auto strategy = exclusive();
    Disclosure exact(sequence, *strategy, *property, values);
    if (exact.per_verdict(step, view) != Verdict::holds) continue;
    const Verdict found = nested.verdict(step, view);
    ++verdicts[found];
    if (found != Verdict::not_proven) {
      ASSERT_EQ(found, exact.ds_verdict(step, view));
    }
  }
  std::printf("nested: %zu hold, %zu fail, %zu not proven\n", verdicts[Verdict::holds],
              verdicts[Verdict::fails], verdicts[Verdict::not_proven]);
  EXPECT_GT(verdicts[Verdict::holds], 100U);
  EXPECT_GT(verdicts[Verdict::fails], 50U);
  EXPECT_LT(10 * verdicts[Verdict::not_proven], verdicts[Verdict::holds]);
}

// Whether the walk of a table, given by its counts in the cells of the last step, asks for
// the disclosure set there, with the verdicts as they are given.
class LastStep final : public StepOracle {
 public:
  LastStep(const Sequence& sequence, Disclosure& disclosure, const View& counts)
      : sequence_(sequence), disclosure_(disclosure), counts_(counts) {}
  bool per_holds(std::size_t step) override {
    return disclosure_.per_verdict(step, view(step)) == Verdict::holds;
  }
  bool ds_holds(std::size_t step) override {
    asked = asked || step + 1 == sequence_.size();
    return disclosure_.ds_verdict(step, view(step)) == Verdict::holds;
  }
  bool asked = false;

 private:
  View view(std::size_t step) const {
    return coarser(counts_, sequence_.group_of(sequence_.size() - 1, step), sequence_[step].size());
  }
  const Sequence& sequence_;
  Disclosure& disclosure_;
  const View& counts_;
};

// Strategies that rule out less than exclusive: of the third step on, not all tables whose
// earlier permutation sets hold. Without counting (a work limit of 0), what is said of
// such a set must be true of it all the same.
TEST(Nested, SpeaksForOtherStrategiesOnlyWhereTheyRuleOutTheSameHeavy) {
  SeededRandom coins(2);
  std::map<Verdict, std::size_t> verdicts;
  std::size_t larger = 0;  // than that of exclusive
  for (int round = 0; round < 8'000; ++round) {
    const std::uint32_t records = 7 + coins.below(5);
    const Code values = 3 + coins.below(2);
    const auto multiset = random_multiset(records, values, coins);
    const auto property = property_for(property_specs()[coins.below(2)], multiset, values);
    const Sequence sequence(nested_sequence(records, 3, coins));
    auto table = multiset;
    shuffle(std::span(table), coins);
    const View view = view_of(sequence[2], table, values);
    std::map<std::string, Integer> sizes;
    for (const auto& [name, jumps] : {std::pair<std::string, Jumps>{"exclusive", {}},
                                      {"safe", {}},
                                      {"k_jump", {1}},
                                      {"k_jump", {1, 1, 1}}}) {
      const auto strategy = make_strategy(name, jumps, 3);
      Disclosure disclosure(sequence, *strategy, *property, values, 0);
      if (disclosure.per_verdict(2, view) != Verdict::holds) break;
      TableSet set(sequence.cells(2), values);
      for_each_count_table(view, sequence.group_of(2, 2), sequence.cell_sizes(2),
                           [&](const View& counts, const Integer& weight) {
                             LastStep oracle(sequence, disclosure, counts);
                             strategy->walk(oracle, 3);
                             if (oracle.asked) set.add(counts, weight);
                             return true;
                           });
      const Verdict verdict = disclosure.ds_verdict(2, view);
      ++verdicts[verdict];
      if (verdict != Verdict::not_proven) {
        ASSERT_EQ(verdict, set.test(*property)) << name;
      }
      sizes[name] = set.tables();
    }
    if (!sizes.empty() && sizes["safe"] > sizes["exclusive"]) ++larger;
  }
  EXPECT_GT(larger, 100U);
  EXPECT_GT(verdicts[Verdict::holds], 1'000U);
  EXPECT_GT(verdicts[Verdict::not_proven], 100U);
}

TEST(Nested, KnowsWhereItDoesNotApply) {
  const auto multiset = std::vector<Code>{0, 0, 1, 1, 2, 2};
  const auto ratio = property_for(property_specs()[0], multiset, 3);
  const auto entropy = property_for(property_specs()[4], multiset, 3);
  const Groups thirds = groups_from({0, 0, 1, 1, 2, 2});
  const Groups whole = groups_from({0, 0, 0, 0, 0, 0});
  const Groups halves = groups_from({0, 0, 0, 1, 1, 1});
  EXPECT_FALSE(Nested(Sequence({thirds, whole}), *ratio).applies(1));    // three parts
  EXPECT_FALSE(Nested(Sequence({thirds, halves}), *ratio).applies(1));   // groups are cut
  EXPECT_FALSE(Nested(Sequence({halves, whole}), *entropy).applies(1));  // no largest share
  EXPECT_TRUE(Nested(Sequence({halves, whole}), *ratio).applies(1));
  EXPECT_FALSE(Nested(Sequence({thirds, halves, whole}), *ratio).applies(2));
}

// A share of exactly the threshold is kept, whether the earlier step can hold (parts of
// 4 and 4) or never does (3 and 5: caps of 1 and 2 for four records).
TEST(Nested, KeepsSharesOfExactlyTheThreshold) {
  const auto property = property_for(property_specs()[0], {0, 1, 2}, 3);  // at most 1/2
  const View view{3, {4, 2, 2}};
  const Groups whole = groups_from(std::vector<std::uint32_t>(8, 0));
  for (const Groups& parts :
       {groups_from({0, 0, 0, 0, 1, 1, 1, 1}), groups_from({0, 0, 0, 1, 1, 1, 1, 1}),
        groups_from({0, 0, 1, 1, 1, 1, 1, 1})}) {
    const Sequence sequence({parts, whole});
    EXPECT_EQ(Nested(sequence, *property).verdict(1, view), Verdict::holds);
    const auto strategy = exclusive();
    Disclosure exact(sequence, *strategy, *property, 3);
    EXPECT_EQ(exact.ds_verdict(1, view), Verdict::holds);
  }
}

TEST(Nested, StopsWhenAskedTo) {
  const Sequence sequence({groups_from({0, 0, 1, 1}), groups_from({0, 0, 0, 0})});
  const std::vector<Code> table = {0, 0, 1, 1};
  PropertySpec spec;
  spec.name = "highest_ratio";
  spec.max = Rational(1, 2);
  const auto property = property_for(spec, table, 2);
  Impatient impatient;
  const Nested nested(sequence, *property, impatient);
  ASSERT_TRUE(nested.applies(1));
  EXPECT_THROW(nested.verdict(1, view_of(sequence[1], table, 2)), Error);
}

}  // namespace
}  // namespace overt
