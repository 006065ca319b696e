#include "overt/strategy/factored.h"

#include <gtest/gtest.h>

#include "overt/base/impatient_for_tests.h"
#include "overt/strategy/disclosure.h"
#include "overt/strategy/disclosure_against_reference.h"
#include "overt/strategy/random_problems_for_tests.h"

namespace overt {
namespace {

// `copies` of a problem side by side, as one: components that know nothing of each other.
struct Tiled {
  std::vector<Groups> sequence;
  std::vector<Code> table;
};

Tiled tiled(const std::vector<Groups>& sequence, const std::vector<Code>& table,
            std::size_t copies) {
  Tiled result;
  for (const Groups& groups : sequence) {
    Groups& all = result.sequence.emplace_back();
    for (std::size_t copy = 0; copy < copies; ++copy) {
      for (std::size_t g = 0; g < groups.size(); ++g) {
        std::vector<Record> members(groups[g].begin(), groups[g].end());
        for (Record& record : members) record += static_cast<Record>(copy * table.size());
        all.add(members);
      }
    }
  }
  for (std::size_t copy = 0; copy < copies; ++copy) {
    result.table.insert(result.table.end(), table.begin(), table.end());
  }
  return result;
}

FactoredSet set_of(const Sequence& sequence, const Property& property, Code values,
                   std::size_t step, const View& view) {
  const Factored factored(sequence, property, values, kWorkLimit);
  std::vector<std::size_t> earlier(step);
  for (std::size_t j = 0; j < step; ++j) earlier[j] = j;
  const auto result = factored.set(step, view, earlier, [&](std::span<const std::uint32_t> counts) {
    return property.test(std::vector<Integer>(counts.begin(), counts.end()));
  });
  EXPECT_TRUE(result);
  return *result;
}

void expect_equal(const FactoredSet& factored, const SetSummary& counted) {
  ASSERT_EQ(factored.verdict, counted.verdict);
  ASSERT_EQ(factored.tables, *counted.tables);
  ASSERT_EQ(factored.worst.has_value(), counted.worst.has_value());
  if (!factored.worst) return;
  ASSERT_EQ(factored.worst->share, counted.worst->share);
  ASSERT_EQ(factored.worst->record, counted.worst->record);
  ASSERT_EQ(factored.worst->value, counted.worst->value);
}

// On every table of random problems, one component or several, all properties: the same
// sets as by going through all tables.
TEST(Factored, IsWhatGoingThroughAllTablesGives) {
  SeededRandom coins(1);
  const auto specs = property_specs();
  std::size_t sets = 0;
  std::size_t parts = 0;  // neither empty nor all of per
  for (int round = 0; round < 200; ++round) {
    const Code values = 2 + coins.below(3);
    const auto multiset = random_multiset(6, values, coins);
    const auto property = property_for(specs[round % specs.size()], multiset, values);
    const Sequence sequence(coins.below(2) == 0 ? random_sequence(6, 3, coins)
                                                : random_runs_sequence(6, 3, coins));
    const auto strategy = exclusive();
    Disclosure disclosure(sequence, *strategy, *property, values);
    const auto tables = arrangements_of(multiset);
    for (std::size_t t = 0; t < tables.size(); t += 7) {
      for (std::size_t step = 1; step < 3; ++step) {
        const View view = view_of(sequence[step], tables[t], values);
        if (disclosure.per_verdict(step, view) != Verdict::holds) continue;
        const SetSummary counted = disclosure.ds(step, view);
        expect_equal(set_of(sequence, *property, values, step, view), counted);
        if (testing::Test::HasFatalFailure()) return;
        ++sets;
        parts += counted.tables > 0 && counted.tables < disclosure.per(step, view).tables ? 1 : 0;
      }
    }
  }
  EXPECT_GT(sets, 500U);
  EXPECT_GT(parts, 100U);
}

TEST(Factored, IsWhatGoingThroughAllTablesGivesForTwoComponents) {
  SeededRandom coins(2);
  const auto specs = property_specs();
  std::size_t sets = 0;
  for (int round = 0; round < 60; ++round) {
    const auto small = random_multiset(4, 3, coins);
    const Tiled two = tiled(random_sequence(4, 3, coins), small, 2);
    const auto property = property_for(specs[round % specs.size()], two.table, 3);
    const Sequence sequence(two.sequence);
    const auto strategy = exclusive();
    Disclosure disclosure(sequence, *strategy, *property, 3);
    for (std::size_t step = 1; step < 3; ++step) {
      const View view = view_of(sequence[step], two.table, 3);
      if (disclosure.per_verdict(step, view) != Verdict::holds) continue;
      expect_equal(set_of(sequence, *property, 3, step, view), disclosure.ds(step, view));
      if (testing::Test::HasFatalFailure()) return;
      ++sets;
    }
  }
  EXPECT_GT(sets, 20U);
}

// 60 copies side by side, far beyond going through all tables: exclusive's verdict is decided, for
// every property. With Q = q^60 the share of tables ruled out, the count is exact.
TEST(Factored, DecidesWhatIsTooLargeToGoThrough) {
  const std::vector<Groups> small = {groups_from({0, 0, 1, 1, 1}), groups_from({0, 0, 0, 0, 0})};
  const Tiled many = tiled(small, {0, 1, 1, 2, 3}, 60);
  const Sequence sequence(many.sequence);
  const auto strategy = exclusive();
  std::size_t decided = 0;
  for (const PropertySpec& spec : property_specs()) {
    const auto property = property_for(spec, many.table, 4);
    Disclosure disclosure(sequence, *strategy, *property, 4);
    const View view = view_of(sequence[1], many.table, 4);
    if (disclosure.per_verdict(1, view) != Verdict::holds) continue;
    const SetSummary all = disclosure.ds(1, view);
    EXPECT_NE(all.verdict, Verdict::not_proven) << to_string(spec);
    EXPECT_EQ(all.verdict, disclosure.ds_verdict(1, view));
    // One copy alone: g good arrangements of n; 60 copies: n^60 - g^60.
    const Sequence one_sequence(small);
    const auto one_property = property_for(spec, many.table, 4);
    Disclosure one(one_sequence, *strategy, *one_property, 4);
    const View one_view = view_of(one_sequence[1], std::vector<Code>{0, 1, 1, 2, 3}, 4);
    const Integer n = *one.per(1, one_view).tables;
    const Integer g = n - *one.ds(1, one_view).tables;
    Integer whole;
    Integer good;
    mpz_pow_ui(whole.get_mpz_t(), n.get_mpz_t(), 60);
    mpz_pow_ui(good.get_mpz_t(), g.get_mpz_t(), 60);
    ASSERT_TRUE(all.tables);
    EXPECT_EQ(*all.tables, whole - good);
    ++decided;
  }
  EXPECT_GT(decided, 3U);
}

TEST(Factored, HasALimit) {
  const Tiled many = tiled({groups_from({0, 0, 1, 1}), groups_from({0, 0, 0, 0})}, {0, 1, 1, 2}, 5);
  const Sequence sequence(many.sequence);
  const auto property = property_for(property_specs()[0], many.table, 3);
  const View view = view_of(sequence[1], many.table, 3);
  const auto good = [](std::span<const std::uint32_t>) { return Verdict::holds; };
  EXPECT_TRUE(Factored(sequence, *property, 3, 1'000'000).set(1, view, {0}, good));
  EXPECT_FALSE(Factored(sequence, *property, 3, 100).set(1, view, {0}, good));
}

TEST(Factored, StopsWhenAskedTo) {
  const Tiled many = tiled({groups_from({0, 0, 1, 1}), groups_from({0, 0, 0, 0})}, {0, 1, 1, 2}, 5);
  const Sequence sequence(many.sequence);
  const auto property = property_for(property_specs()[0], many.table, 3);
  const View view = view_of(sequence[1], many.table, 3);
  const auto good = [](std::span<const std::uint32_t>) { return Verdict::holds; };
  // Wherever it is: components, count tables, products, cells.
  for (const int looks : {1, 6, 20, 40}) {
    Impatient impatient(looks);
    const Factored factored(sequence, *property, 3, 1'000'000, impatient);
    EXPECT_THROW(factored.set(1, view, {0}, good), Error) << looks;
  }
}

}  // namespace
}  // namespace overt
