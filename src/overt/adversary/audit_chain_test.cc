#include "overt/adversary/audit_chain.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "overt/adversary/audit.h"
#include "overt/strategy/disclosure.h"
#include "overt/strategy/random_problems_for_tests.h"

namespace overt {
namespace {

// The tables of D, by place, cut into the parts that swaps connect.
std::vector<std::vector<Values>> parts(const AuditSet& set, const std::vector<Code>& truth) {
  std::vector<std::vector<Values>> result;
  std::set<Values> inside;
  const auto view = [&](const Values& by_place) {
    std::map<std::pair<std::uint32_t, Code>, int> counts;
    for (std::size_t p = 0; p < by_place.size(); ++p) ++counts[{set.group_at(p), by_place[p]}];
    return counts;
  };
  for (const Values& table : arrangements(truth)) {
    if (view(table) == view(truth) && AuditState(set, table).inside()) inside.insert(table);
  }
  while (!inside.empty()) {
    std::vector<Values> part = {*inside.begin()};
    inside.erase(inside.begin());
    for (std::size_t next = 0; next < part.size(); ++next) {
      for (std::size_t a = 0; a < truth.size(); ++a) {
        for (std::size_t b = a + 1; b < truth.size(); ++b) {
          if (set.group_at(a) != set.group_at(b)) continue;
          Values other = part[next];
          std::swap(other[a], other[b]);
          if (inside.erase(other) > 0) part.push_back(other);
        }
      }
    }
    result.push_back(part);
  }
  return result;
}

// (cell, value) -> the mean of its count over the tables.
std::vector<double> means(const AuditSet& set, const std::vector<Values>& tables) {
  std::vector<double> result(set.cells().size() * set.values(), 0);
  for (const Values& table : tables) {
    const AuditState state(set, table);
    for (std::size_t q = 0; q < result.size(); ++q) {
      result[q] += state.cell_counts()[q] / static_cast<double>(tables.size());
    }
  }
  return result;
}

struct Example {
  std::vector<Code> table;
  Code values;
  std::vector<Groups> sequence;
  std::unique_ptr<Property> property;
  AuditSet set() const {
    const std::span<const Groups> all(sequence);
    return {all.back(), all.first(all.size() - 1), view_of(all.back(), table, values), *property};
  }
};

// A random table of 5 to 7 records for which all steps but the last fail.
std::optional<Example> random_example(const PropertySpec& spec, RandomSource& coins) {
  Example example;
  const std::uint32_t records = 5 + coins.below(3);
  example.values = 2 + coins.below(3);
  example.table = random_multiset(records, example.values, coins);
  shuffle(std::span(example.table), coins);
  example.sequence = random_sequence(records, 2 + coins.below(3), coins);
  example.property = property_for(spec, example.table, example.values);
  const AuditSet set = example.set();
  if (!AuditState(set, set.by_place(example.table)).inside()) return std::nullopt;
  return example;
}

// The walk sees every table of its part equally often, whatever the property: in all
// parts of some hundred small sets, against the exact means. The false-alarm rate is 1 %
// over all comparisons together.
TEST(AuditChain, HeavyIsUniformOnThePartThatItStartsIn) {
  SeededRandom coins(1);
  ChainOptions options;
  options.sweeps = 1000;
  options.batches = 100;
  options.leave = false;
  struct Compared {
    double expected;
    Estimate found;
  };
  std::vector<Compared> compared;
  int sets = 0;
  int fallen_apart = 0;
  for (const PropertySpec& spec : property_specs()) {
    for (int round = 0; round < 32; ++round) {
      const auto example = random_example(spec, coins);
      if (!example) continue;
      const AuditSet set = example->set();
      const auto all = parts(set, set.by_place(example->table));
      ++sets;
      fallen_apart += all.size() > 1 ? 1 : 0;
      for (std::size_t p = 0; p < std::min<std::size_t>(all.size(), 4); ++p) {
        const std::vector<ChainSums> sums = {
            walk_chain(set, all[p].front(), options, coins, [] {}).sums};
        const std::vector<double> expected = means(set, all[p]);
        for (std::size_t q = 0; q < expected.size(); ++q) {
          compared.push_back({expected[q], estimate(sums, q)});
        }
      }
    }
  }
  const double z = errors_allowed(compared.size(), 0.01);
  for (const auto& [expected, found] : compared) {
    ASSERT_NEAR(found.mean, expected, z * found.error + 1e-9);
  }
  EXPECT_GT(sets, 40);
  EXPECT_GT(fallen_apart, 3);
}

// The search finds only members, and on most small sets one in some part or other.
TEST(AuditChain, SearchFindsMembers) {
  SeededRandom coins(2);
  Progress silent;
  int asked = 0;
  int found = 0;
  for (const PropertySpec& spec : property_specs()) {
    for (int round = 0; round < 40; ++round) {
      const auto example = random_example(spec, coins);
      if (!example) continue;
      const AuditSet set = example->set();
      ++asked;
      const auto member = find_member(set, set.by_place(example->table), coins, silent);
      if (!member) continue;
      ++found;
      ASSERT_TRUE(AuditState(set, *member).inside());
      const auto all = parts(set, set.by_place(example->table));
      bool known = false;
      for (const auto& part : all) {
        known = known || std::find(part.begin(), part.end(), *member) != part.end();
      }
      ASSERT_TRUE(known);
    }
  }
  EXPECT_GE(found, asked * 9 / 10);
}

// Of 0 0 1 1 in one group, after 01|23 has failed at "no share above 1/2": 0 0 | 1 1 and
// 1 1 | 0 0 remain, and every swap leads out. Everybody has a value with 1/2, but a walk
// from the truth is certain. Another start shows it.
TEST(AuditChain, OtherStartsRevealASetThatFallsApart) {
  PropertySpec spec;
  spec.name = "highest_ratio";
  spec.max = Rational(1, 2);
  Example example;
  example.table = {0, 0, 1, 1};
  example.values = 2;
  example.sequence = {groups_from({0, 0, 1, 1}), groups_from({0, 0, 0, 0})};
  example.property = property_for(spec, example.table, 2);
  const AuditSet set = example.set();
  const std::vector<Code> truth = set.by_place(example.table);
  ASSERT_EQ(parts(set, truth).size(), 2U);
  Progress silent;
  SeededRandom coins(3);
  ChainOptions options;
  options.sweeps = 100;
  options.chains = 8;
  options.search = false;
  options.leave = false;
  const Chains blind = run_chains(set, truth, options, coins, silent);
  const Estimate wrong = estimate(blind.sums, 0);
  EXPECT_EQ(wrong.mean, 2);  // both records of the cell have the value 0, for sure
  EXPECT_EQ(wrong.r_hat, 1);
  EXPECT_EQ(blind.searched, 0U);

  options.search = true;
  const Chains seeing = run_chains(set, truth, options, coins, silent);
  EXPECT_EQ(seeing.searched, 7U);
  EXPECT_EQ(seeing.found, 7U);
  const Estimate open = estimate(seeing.sums, 0);
  EXPECT_TRUE(std::isinf(open.r_hat));
  EXPECT_EQ(open.lowest, 0);
  EXPECT_EQ(open.highest, 2);

  // Or the walk leaves the set and comes back somewhere else.
  options.search = false;
  options.leave = true;
  options.sweeps = 2000;
  const Chains leaving = run_chains(set, truth, options, coins, silent);
  EXPECT_GT(leaving.returns, 1000U);
  const Estimate right = estimate(leaving.sums, 0);
  EXPECT_LT(right.r_hat, 1.05);
  EXPECT_NEAR(right.mean, 1, errors_allowed(1, 0.001) * right.error);
}

// 60 records in one group, cut before into 24 and 36 that were not to have a value with more
// than 9/16. One table in thousands has such a part, of 13 or more of 24 or 21 or more of 36; which
// value it is cuts the set into parts that swaps do not connect. The truth lies in the least
// likely one. All walks from there, the means are those of all the set.
TEST(AuditChain, WeighsPartsThatAreFarApart) {
  Example example;
  example.values = 3;
  std::vector<std::uint32_t> half;
  for (std::uint32_t r = 0; r < 60; ++r) {
    half.push_back(r < 24 ? 0 : 1);
    // 14 of the 18 records with the value 2 are in the first part.
    example.table.push_back(r < 14 || r >= 56 ? 2 : (r < 24 || r >= 42 ? 0 : 1));
  }
  PropertySpec spec;
  spec.name = "highest_ratio";
  spec.max = Rational(9, 16);
  example.sequence = {groups_from(half), groups_from(std::vector<std::uint32_t>(60, 0))};
  example.property = property_for(spec, example.table, 3);
  const AuditSet set = example.set();
  const std::vector<Code> truth = set.by_place(example.table);
  ASSERT_TRUE(AuditState(set, truth).inside());
  const auto strategy = naive();
  const Sequence sequence(example.sequence);
  Disclosure disclosure(sequence, *strategy, *example.property, 3);
  const auto exact = disclosure.released(1, view_of(sequence[1], example.table, 3));
  ASSERT_TRUE(exact);
  Progress silent;
  SeededRandom coins(5);
  ChainOptions options;
  options.search = false;
  options.sweeps = 4000;
  const Chains leaving = run_chains(set, truth, options, coins, silent);
  EXPECT_GT(leaving.returns, 40U);
  options.leave = false;
  const Chains refusing = run_chains(set, truth, options, coins, silent);
  double missed = 0;
  for (std::size_t q = 0; q < 6; ++q) {
    const auto weights = exact->weights(q / 3);
    const Rational mean(weights[q % 3], exact->tables());
    const Estimate found = estimate(leaving.sums, q);
    EXPECT_LT(found.r_hat, 1.1);
    EXPECT_NEAR(found.mean, mean.get_d(), errors_allowed(6, 0.001) * found.error);
    const Estimate stuck = estimate(refusing.sums, q);
    missed = std::max(missed, std::abs(stuck.mean - mean.get_d()) / stuck.error);
  }
  EXPECT_GT(missed, 10);
}

TEST(AuditChain, SameSeedSameEstimate) {
  SeededRandom problems(4);
  std::optional<Example> example;
  while (!example) example = random_example(property_specs()[0], problems);
  const AuditSet set = example->set();
  Progress silent;
  ChainOptions options;
  options.sweeps = 200;
  std::vector<std::vector<std::uint64_t>> seen;
  for (const std::uint64_t seed : {7, 7, 8}) {
    SeededRandom coins(seed);
    const Chains chains = run_chains(set, set.by_place(example->table), options, coins, silent);
    std::vector<std::uint64_t> sums;
    for (const ChainSums& chain : chains.sums) {
      for (std::size_t q = 0; q < chain.quantities(); ++q) sums.push_back(chain.sum(q));
    }
    seen.push_back(sums);
  }
  EXPECT_EQ(seen[0], seen[1]);
  EXPECT_NE(seen[0], seen[2]);
}

}  // namespace
}  // namespace overt
