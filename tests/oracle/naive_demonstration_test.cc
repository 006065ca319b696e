// What tools that check only the table they print give away: the naive strategy with
// distinct 2-diversity, on the two demonstrations of docs/concepts/knowing_the_algorithm.md.
// And the same tables with the strategies that know that they are known.

#include <gtest/gtest.h>

#include <map>

#include "overt/strategy/walk.h"

namespace overt::oracle {
namespace {

Groups groups_of(const std::vector<std::vector<Record>>& groups) {
  Groups result;
  for (const auto& group : groups) result.add(group);
  return result;
}

std::unique_ptr<Property> distinct_2() {
  PropertySpec spec;
  spec.name = "distinct_diversity";
  spec.l = 2;
  return make_property(spec, {});
}

TEST(NaiveDemonstration, GivesTwoOfFivePeopleAway) {
  const Sequence sequence({groups_of({{0, 1}, {2, 3, 4}}), groups_of({{0, 1, 2, 3, 4}})});
  const std::vector<Code> table = {0, 0, 1, 2, 3};  // flu flu cancer asthma ulcer
  const auto strategy = naive();
  const auto property = distinct_2();
  Disclosure disclosure(sequence, *strategy, *property, 4);
  EXPECT_EQ(walk(sequence, *strategy, disclosure, table, 4).released, 1U);
  const auto left = disclosure.released(1, view_of(sequence[1], table, 4));
  ASSERT_TRUE(left);
  EXPECT_EQ(left->worst().share, 1);
  EXPECT_EQ(left->worst().record, 0U);
  EXPECT_EQ(left->worst().value, 0U);
  // Both: they are one cell, and all its weight is on the value 0.
  EXPECT_EQ(left->cells()[0].size(), 2U);
  EXPECT_EQ(left->weights(0)[0], 2 * left->tables());
}

struct Counts {
  std::size_t released = 0;
  std::size_t raised = 0;   // the best guess is better than what the table shows
  std::size_t certain = 0;  // and is certain
  std::size_t broken = 0;   // the property fails of what the adversary is left with
};

// All tables of six people, three zip codes and four diseases.
Counts over_all_tables(const Strategy& strategy) {
  const Sequence sequence({groups_of({{0, 1}, {2, 3}, {4, 5}}), groups_of({{0, 1, 2, 3}, {4, 5}}),
                           groups_of({{0, 1, 2, 3, 4, 5}})});
  const auto property = distinct_2();
  Disclosure disclosure(sequence, strategy, *property, 4);
  Counts counts;
  std::vector<Code> table(6, 0);
  for (std::uint32_t number = 0; number < 4096; ++number) {
    for (std::uint32_t r = 0; r < 6; ++r) table[r] = number >> (2 * r) & 3;
    const Walk own = walk(sequence, strategy, disclosure, table, 4);
    if (!own.released) continue;
    ++counts.released;
    const View view = view_of(sequence[*own.released], table, 4);
    const auto left = disclosure.released(*own.released, view);
    const Rational shown = disclosure.per(*own.released, view).worst->share;
    const Rational known = left->worst().share;
    counts.raised += known > shown ? 1 : 0;
    counts.certain += known > shown && known == 1 ? 1 : 0;
    counts.broken += left->test(*property) != Verdict::holds ? 1 : 0;
  }
  return counts;
}

TEST(NaiveDemonstration, GivesMoreAwayThanItShowsInAFifthOfItsReleases) {
  const Counts counts = over_all_tables(*naive());
  EXPECT_EQ(counts.released, 4092U);
  EXPECT_EQ(counts.raised, 876U);
  EXPECT_EQ(counts.certain, 96U);
  EXPECT_EQ(counts.broken, 96U);
}

TEST(NaiveDemonstration, DoesNotHappenWithStrategiesThatAreMeantToBeKnown) {
  EXPECT_EQ(over_all_tables(*safe()).broken, 0U);
  EXPECT_EQ(over_all_tables(*exclusive()).broken, 0U);
  for (const Jumps& jumps : all_jumps(3)) {
    EXPECT_EQ(over_all_tables(*k_jump(jumps)).broken, 0U);
  }
}

}  // namespace
}  // namespace overt::oracle
