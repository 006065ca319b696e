#include "overt/strategy/dominant_violation.h"

#include <gtest/gtest.h>

#include "overt/base/impatient_for_tests.h"
#include "overt/strategy/disclosure.h"
#include "overt/strategy/random_problems_for_tests.h"

namespace overt {
namespace {

constexpr std::uint64_t kPlenty = 1'000'000'000;

// Records with some two-valued public columns; each step keeps some of them, as a lattice
// of generalizations does. From all columns to none.
std::vector<Groups> lattice_sequence_for_tests(std::uint32_t records, std::uint32_t columns,
                                               RandomSource& coins) {
  std::vector<std::uint32_t> cell;
  for (std::uint32_t r = 0; r < records; ++r) cell.push_back(coins.below(1U << columns));
  std::vector<std::uint32_t> kept;
  for (std::uint32_t mask = 0; mask < (1U << columns); ++mask) kept.push_back(mask);
  shuffle(std::span(kept), coins);
  std::stable_sort(kept.begin(), kept.end(), [](std::uint32_t a, std::uint32_t b) {
    return __builtin_popcount(a) > __builtin_popcount(b);
  });
  std::vector<Groups> steps;
  for (const std::uint32_t mask : kept) {
    std::vector<std::uint32_t> group_of;
    for (const std::uint32_t each : cell) group_of.push_back(each & mask);
    steps.push_back(groups_from(group_of));
  }
  return steps;
}

struct Tally {
  std::size_t asked = 0, fail = 0, proven = 0, several = 0, not_empty = 0;
};

void print(const Tally& tally) {
  std::printf("%zu asked, %zu fail, %zu of them proven: %zu not empty, %zu with earlier steps\n",
              tally.asked, tally.fail, tally.proven, tally.not_empty, tally.several);
}

// Against the count of all tables, for every strategy, at every step.
void compare(const Sequence& sequence, const Property& property, const std::vector<Code>& table,
             Code values, Tally& tally) {
  std::vector<std::unique_ptr<Strategy>> strategies;
  strategies.push_back(exclusive());
  strategies.push_back(safe());
  strategies.push_back(k_jump({1}));
  strategies.push_back(k_jump({2}));
  strategies.push_back(k_jump({3}));
  DominantViolation dominant(sequence, property, kPlenty);
  for (const auto& strategy : strategies) {
    Disclosure exact(sequence, *strategy, property, values);
    for (std::size_t step = 1; step < sequence.size(); ++step) {
      const View view = view_of(sequence[step], table, values);
      if (exact.per_verdict(step, view) != Verdict::holds) continue;
      ++tally.asked;
      const Verdict verdict = exact.ds_verdict(step, view);
      ASSERT_NE(verdict, Verdict::not_proven);
      tally.fail += verdict == Verdict::fails ? 1 : 0;
      if (!dominant.fails(step, view, strategy->rules_out_per_only(step))) continue;
      ASSERT_EQ(verdict, Verdict::fails) << strategy->name() << " step " << step;
      ++tally.proven;
      tally.several += step > 1 ? 1 : 0;
      tally.not_empty += *exact.ds(step, view).tables > 0 ? 1 : 0;
    }
  }
}

TEST(DominantViolation, ProvesOnlyWhatIsTrueHeavy) {
  SeededRandom coins(1);
  Tally tally;
  for (int round = 0; round < 4'000; ++round) {
    const std::uint32_t records = 5 + coins.below(5);
    const Code values = 2 + coins.below(3);
    auto table = random_multiset(records, values, coins);
    const auto property = property_for(property_specs()[coins.below(3)], table, values);
    const Sequence sequence(random_sequence(records, 2 + coins.below(3), coins));
    shuffle(std::span(table), coins);
    compare(sequence, *property, table, values, tally);
    if (HasFatalFailure()) return;
  }
  print(tally);
  EXPECT_GT(tally.proven, tally.fail / 2);
  EXPECT_GT(tally.not_empty, 50U);
}

TEST(DominantViolation, ProvesOnlyWhatIsTrueOnLatticesHeavy) {
  SeededRandom coins(2);
  Tally tally;
  for (int round = 0; round < 3'000; ++round) {
    const std::uint32_t records = 8 + coins.below(5);
    const Code values = 3 + coins.below(2);
    auto table = random_multiset(records, values, coins);
    if (round % 2 == 0) {  // one value more frequent than the others: a reason of its own
      for (Code& value : table) value = coins.below(3) == 0 ? 0 : value;
    }
    const auto property = property_for(property_specs()[coins.below(3)], table, values);
    const Sequence sequence(lattice_sequence_for_tests(records, 2, coins));
    shuffle(std::span(table), coins);
    compare(sequence, *property, table, values, tally);
    if (HasFatalFailure()) return;
  }
  print(tally);
  EXPECT_GT(tally.proven, tally.fail / 5);
  EXPECT_GT(tally.not_empty, 400U);
}

// Hundreds of records: against the exact verdict on nested steps, for which nothing need
// be enumerated.
TEST(DominantViolation, AgreesWithNestedStepsOfManyRecords) {
  SeededRandom coins(3);
  std::size_t fail = 0, proven = 0;
  for (int round = 0; round < 1'000; ++round) {
    constexpr Code kValues = 6;
    std::vector<std::uint32_t> parts, wholes;
    std::vector<Code> table;
    for (std::uint32_t g = 0; g < 3; ++g) {
      const std::uint32_t size = 60 + coins.below(200);
      const std::uint32_t part = 8 + coins.below(40);
      // Per cent of value 0: the first group is the one to look at.
      const std::uint32_t first = g == 0 ? 22 + coins.below(14) : 5 + coins.below(10);
      for (std::uint32_t i = 0; i < size; ++i) {
        parts.push_back(2 * g + (i < part ? 0 : 1));
        wholes.push_back(g);
        table.push_back(coins.below(100) < first ? 0 : 1 + coins.below(kValues - 1));
      }
    }
    PropertySpec spec;
    spec.name = "highest_ratio";
    spec.max = Rational(2, 5);
    const auto property = property_for(spec, table, kValues);
    const Sequence sequence({groups_from(parts), groups_from(wholes)});
    const View view = view_of(sequence[1], table, kValues);
    const auto strategy = exclusive();
    if (Disclosure(sequence, *strategy, *property, kValues).per_verdict(1, view) !=
        Verdict::holds) {
      continue;
    }
    const Nested nested(sequence, *property);
    DominantViolation dominant(sequence, *property, kPlenty);
    const Verdict verdict = nested.verdict(1, view);
    fail += verdict == Verdict::fails ? 1 : 0;
    if (!dominant.fails(1, view, true)) continue;
    ++proven;
    ASSERT_EQ(verdict, Verdict::fails);
  }
  std::printf("%zu fail, %zu of them proven\n", fail, proven);
  EXPECT_GT(fail, 50U);
  EXPECT_GT(proven, fail / 4);
}

// Two steps that are not nested, 900 records: a third of the table by one column, a tenth by
// another. Where the shares are small an earlier step nearly always holds, and who walks on
// has one value too often in one group.
TEST(DominantViolation, DecidesLargeStepsThatOverlap) {
  constexpr Code kValues = 5;
  std::vector<std::uint32_t> by_a, by_b;
  std::vector<Code> table;
  for (std::uint32_t i = 0; i < 900; ++i) {
    by_a.push_back(i < 300 ? 0 : 1);
    by_b.push_back(i % 10 == 0 ? 0 : 1);
    table.push_back(i % 10 < 3 ? 0 : 1 + i % 4);  // value 0 has a share of 3/10
  }
  PropertySpec spec;
  spec.name = "highest_ratio";
  spec.max = Rational(1, 2);
  const auto property = property_for(spec, table, kValues);
  const Sequence sequence(
      {groups_from(by_a), groups_from(by_b), groups_from(std::vector<std::uint32_t>(900, 0))});
  const View view = view_of(sequence[2], table, kValues);
  const auto strategy = exclusive();
  Disclosure disclosure(sequence, *strategy, *property, kValues);
  EXPECT_EQ(disclosure.ds_verdict(2, view), Verdict::fails);
  const SetSummary summary = disclosure.ds(2, view);
  EXPECT_EQ(summary.verdict, Verdict::fails);
  EXPECT_FALSE(summary.tables);  // proven, not counted
  // Two values that are as frequent are as likely to be the reason: no proof.
  for (std::uint32_t i = 0; i < 900; ++i) table[i] = i % 10 < 6 ? i % 2 : 2 + i % 3;
  const View even = view_of(sequence[2], table, kValues);
  EXPECT_EQ(disclosure.ds_verdict(2, even), Verdict::not_proven);
  // Nor is there one within a work limit of nothing.
  EXPECT_FALSE(DominantViolation(sequence, *property, 0).fails(2, view, true));
  // It stops when asked to, also late.
  for (const int looks : {1, 12}) {
    Impatient impatient(looks);
    EXPECT_THROW(DominantViolation(sequence, *property, kPlenty, impatient).fails(2, view, true),
                 Error);
  }
}

}  // namespace
}  // namespace overt
