#include "overt/strategy/nested.h"

#include <gtest/gtest.h>

#include <map>

#include "overt/strategy/disclosure.h"
#include "overt/strategy/random_problems_for_tests.h"

namespace overt {
namespace {

// Every group of the last step cut into at most two, and those again: finest first.
std::vector<Groups> nested_sequence(std::uint32_t records, std::size_t steps, RandomSource& coins) {
  std::vector<Groups> sequence;
  std::vector<std::uint32_t> group_of;
  const std::uint32_t groups = 1 + coins.below(3);
  for (std::uint32_t r = 0; r < records; ++r) group_of.push_back(coins.below(groups));
  for (std::size_t step = 0; step < steps; ++step) {
    sequence.insert(sequence.begin(), groups_from(group_of));
    for (std::uint32_t& group : group_of) group = 2 * group + (coins.below(3) == 0 ? 0 : 1);
  }
  return sequence;
}

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

}  // namespace
}  // namespace overt
