#include "overt/adversary/attack_naive.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "overt/adversary/audit.h"
#include "overt/privacy/caps_property.h"
#include "overt/strategy/random_problems_for_tests.h"
#include "overt/strategy/walk.h"

namespace overt {
namespace {

struct Asked {
  std::vector<Code> table;
  Code values;
  std::vector<Groups> sequence;
  std::unique_ptr<Property> property;

  NaiveAttack attack(const NaiveAttackOptions& options, RandomSource& coins) const {
    Progress silent;
    return attack_naive(Sequence(sequence), *property, table, values, options, coins, silent);
  }
};

bool step_holds(const Asked& asked, const Values& table, std::size_t step) {
  const View view = view_of(asked.sequence[step], table, asked.values);
  for (std::size_t g = 0; g < view.groups(); ++g) {
    const std::vector<Integer> weights(view[g].begin(), view[g].end());
    if (asked.property->test(weights) != Verdict::holds) return false;
  }
  return true;
}

std::optional<std::size_t> released_of(const Asked& asked, const Values& table) {
  for (std::size_t step = 0; step < asked.sequence.size(); ++step) {
    if (step_holds(asked, table, step)) return step;
  }
  return std::nullopt;
}

// record -> value -> tables: by rerunning naive on every arrangement of the values.
std::vector<std::vector<Integer>> rerun(const Asked& asked, std::size_t step) {
  std::vector<std::vector<Integer>> result(asked.table.size(), std::vector<Integer>(asked.values));
  const View shown = view_of(asked.sequence[step], asked.table, asked.values);
  for (const Values& other : arrangements(asked.table)) {
    if (view_of(asked.sequence[step], other, asked.values) != shown) continue;
    if (released_of(asked, other) != step) continue;
    for (std::size_t r = 0; r < other.size(); ++r) ++result[r][other[r]];
  }
  return result;
}

Asked random_problem(const PropertySpec& spec, RandomSource& coins) {
  Asked asked;
  const std::uint32_t records = 5 + coins.below(3);
  asked.values = 2 + coins.below(3);
  asked.table = random_multiset(records, asked.values, coins);
  shuffle(std::span(asked.table), coins);
  asked.sequence = random_sequence(records, 2 + coins.below(4), coins);
  asked.property = property_for(spec, asked.table, asked.values);
  return asked;
}

// The same for caps, on single values and on sets that cross.
TEST(AttackNaive, CapsEqualRerunningOnEveryTable) {
  SeededRandom coins(2);
  int broken = 0;
  int kept = 0;
  for (int round = 0; round < 1500; ++round) {
    Asked asked = random_problem(property_specs()[0], coins);
    std::vector<PromisedCap> caps = {{Rational(1, 2), {0}}};
    if (round % 2 == 0) caps.push_back({Rational(1, 3), {1}});
    if (round % 3 == 0 && asked.values > 2) caps.push_back({Rational(2, 3), {0, 2}});
    if (round % 5 == 0 && asked.values > 2) caps.push_back({Rational(3, 4), {1, 2}});
    asked.property = std::make_unique<CapsProperty>(caps);
    const NaiveAttack attack = asked.attack({}, coins);
    ASSERT_EQ(attack.released, released_of(asked, asked.table));
    if (!attack.released) continue;
    ASSERT_EQ(attack.answer, AttackAnswer::exact);
    const auto weights = rerun(asked, *attack.released);
    std::uint64_t above = 0;
    for (const auto& own : weights) above += asked.property->test(own) == Verdict::fails ? 1 : 0;
    ASSERT_EQ(attack.above(), above);
    ASSERT_EQ(attack.verdict, above > 0 ? Verdict::fails : Verdict::holds);
    const auto order = attack.worst_first();
    for (std::size_t i = 0; i < order.size(); ++i) {
      ASSERT_EQ(attack.guesses[order[i].cell].above, i < above);
    }
    ++(above > 0 ? broken : kept);
  }
  EXPECT_GT(broken, 50);
  EXPECT_GT(kept, 50);
}

// Steps that are left out as superfluous change nothing: shares, verdict and number of
// tables are those of an adversary who reruns naive on every table.
TEST(AttackNaive, EqualsRerunningOnEveryTable) {
  SeededRandom coins(1);
  std::size_t left_out = 0;
  int broken = 0;
  int nothing = 0;
  for (const PropertySpec& spec : property_specs()) {
    for (int round = 0; round < 400; ++round) {
      const Asked asked = random_problem(spec, coins);
      const NaiveAttack attack = asked.attack({}, coins);
      ASSERT_EQ(attack.released, released_of(asked, asked.table));
      if (!attack.released) {
        ++nothing;
        continue;
      }
      ASSERT_EQ(attack.answer, AttackAnswer::exact);
      ASSERT_LE(attack.decisive, attack.could_hold);
      ASSERT_LE(attack.could_hold, *attack.released);
      left_out += *attack.released - attack.decisive;
      const auto expected = rerun(asked, *attack.released);
      Integer tables = 0;
      for (const Integer& weight : expected.front()) tables += weight;
      if (attack.tables) {
        ASSERT_EQ(*attack.tables, tables);
      }
      std::uint64_t above = 0;
      for (const auto& [record, cell] : attack.worst_first()) {
        Rational best(*std::max_element(expected[record].begin(), expected[record].end()), tables);
        best.canonicalize();
        ASSERT_EQ(*attack.guesses[cell].exact, best);
        above += asked.property->test(expected[record]) == Verdict::fails ? 1 : 0;
      }
      ASSERT_EQ(attack.above(), above);
      ASSERT_EQ(attack.verdict == Verdict::fails, above > 0);
      broken += above > 0 ? 1 : 0;
    }
  }
  EXPECT_GT(left_out, 50U);
  EXPECT_GT(broken, 10);
  EXPECT_GT(nothing, 10);
}

// Without counting: shares within their errors of the exact ones, those of sets that swaps do
// not connect included, and nobody is called above or within the bound who is not. One
// false alarm in a hundred runs of the whole test. Verdicts that are called proven are right.
TEST(AttackNaive, HeavyEstimatesAgreeWithTheExactPosterior) {
  SeededRandom coins(2);
  NaiveAttackOptions walks;
  walks.limit = 0;
  walks.chains.sweeps = 1000;
  walks.chains.batches = 100;
  struct Compared {
    double expected, found, error;
  };
  std::vector<Compared> compared;
  int estimated = 0;
  for (const PropertySpec& spec : property_specs()) {
    for (int round = 0; round < 60; ++round) {
      const Asked asked = random_problem(spec, coins);
      const NaiveAttack exact = asked.attack({}, coins);
      if (!exact.released || exact.decisive == 0) continue;
      const NaiveAttack attack = asked.attack(walks, coins);
      ASSERT_NE(attack.answer, AttackAnswer::exact);
      ASSERT_EQ(attack.cells.members, exact.cells.members);
      ++estimated;
      if (attack.answer == AttackAnswer::proven) {
        ASSERT_EQ(attack.verdict, exact.verdict);
      }
      ASSERT_TRUE(attack.chains->agree());
      for (std::size_t c = 0; c < attack.guesses.size(); ++c) {
        const BestGuess& guess = attack.guesses[c];
        compared.push_back({exact.guesses[c].share, guess.share, guess.error});
        if (guess.above && asked.property->ratio()) {
          ASSERT_EQ(guess.above, exact.guesses[c].above);
        }
      }
    }
  }
  // The best of several values is compared: with ties the largest estimate wins.
  const double z = errors_allowed(compared.size() * 4, 0.01);
  for (const auto& [expected, found, error] : compared) {
    ASSERT_NEAR(found, expected, z * error + 1e-9);
  }
  EXPECT_GT(estimated, 10);
}

// The demonstration with ARX 3.9.2: "anonymous", and two people are known with certainty.
TEST(AttackNaive, FiveRecords) {
  Asked asked;
  asked.table = {0, 0, 1, 2, 3};
  asked.values = 4;
  asked.sequence = {groups_from({0, 0, 1, 1, 1}), groups_from({0, 0, 0, 0, 0})};
  PropertySpec spec;
  spec.name = "distinct_diversity";
  spec.l = 2;
  asked.property = property_for(spec, asked.table, 4);
  SeededRandom coins(1);
  const NaiveAttack attack = asked.attack({}, coins);
  EXPECT_EQ(attack.released, 1U);
  EXPECT_EQ(attack.answer, AttackAnswer::exact);
  EXPECT_EQ(attack.verdict, Verdict::fails);
  EXPECT_EQ(*attack.tables, 6);
  EXPECT_EQ(attack.above(), 2U);
  const auto worst = attack.worst_first();
  EXPECT_EQ(worst[0].record, 0U);
  EXPECT_EQ(worst[1].record, 1U);
  EXPECT_EQ(*attack.guesses[worst[0].cell].exact, 1);
  EXPECT_EQ(*attack.guesses[worst[2].cell].exact, Rational(1, 3));
  EXPECT_EQ(attack.guesses[worst[0].cell].shown, Rational(2, 5));
}

// The first step is released: there is nothing that could be ruled out, whatever the size.
TEST(AttackNaive, NothingToRuleOut) {
  Asked asked;
  asked.values = 2;
  std::vector<std::uint32_t> group_of;
  for (std::uint32_t r = 0; r < 40'000; ++r) {
    asked.table.push_back(r % 2);
    group_of.push_back(r / 4);
  }
  asked.sequence = {groups_from(group_of)};
  PropertySpec spec;
  spec.name = "highest_ratio";
  spec.max = Rational(1, 2);
  asked.property = property_for(spec, asked.table, 2);
  SeededRandom coins(1);
  const NaiveAttack attack = asked.attack({}, coins);
  EXPECT_EQ(attack.answer, AttackAnswer::exact);
  EXPECT_EQ(attack.verdict, Verdict::holds);
  EXPECT_EQ(attack.above(), 0U);
  EXPECT_DOUBLE_EQ(attack.mean_share(), 0.5);
  EXPECT_DOUBLE_EQ(attack.mean_shown(), 0.5);
}

}  // namespace
}  // namespace overt
