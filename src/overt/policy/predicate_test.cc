#include "overt/policy/predicate.h"

#include <gtest/gtest.h>

#include <set>

#include "overt/base/error.h"
#include "overt/policy/policy_reference.h"
#include "overt/policy/random_policies_for_tests.h"
#include "overt/policy/safety.h"

namespace overt {
namespace {

// States come and go at random; after each step the tally, the definition and the check
// of results say the same of the set.
TEST(Predicate, TallyDefinitionAndCheckAgree) {
  SeededRandom coins(1);
  for (int round = 0; round < 400; ++round) {
    const auto name = static_cast<PredicateName>(round % 4);
    const PolicyProblem problem = random_policy_problem(12, 2, true, name, coins);
    const Predicate predicate(problem.predicate, problem.traits);
    const reference::Holds p = reference::holds_of(problem.predicate, problem.traits);
    const std::unique_ptr<Tally> tally = predicate.tally();
    std::set<State> set;
    for (int step = 0; step < 60; ++step) {
      const State x = coins.below(12);
      const std::uint64_t before = tally->measure();
      if (set.insert(x).second) {
        tally->add(x);
        EXPECT_GE(tally->measure(), before);
      } else {
        set.erase(x);
        tally->remove(x);
        EXPECT_LE(tally->measure(), before);
      }
      if (set.empty()) continue;
      ASSERT_EQ(tally->holds(), p(set)) << to_string(problem.predicate);
      // One schema of two blocks, the set and the rest: the set's lowest state is unsafe, or
      // not, by p.
      std::vector<std::uint32_t> in(12, 0);
      for (const State y : set) in[y] = 1;
      const Schemas two = {schema_of(in), schema_of(std::vector<std::uint32_t>(12, 0))};
      DisclosureFunction function(12, 1);
      for (const State y : set) function[y] = 0;
      const Safety safety = check_safety(two, function, problem.predicate, problem.traits);
      EXPECT_EQ(safety.safe(), reference::is_safe(two, function, p));
      EXPECT_EQ(safety.set_sizes[*set.begin()], set.size());
      if (!p(set)) {
        EXPECT_TRUE(safety.unsafe);
      }
    }
  }
}

TEST(Predicate, WeightsAreExact) {
  StateTraits traits;
  const std::vector<Rational> thirds = {share(1, 3), share(1, 3), share(1, 3), share(1, 7)};
  traits.set_weights(thirds, "weights");
  EXPECT_EQ(traits.scale, 21);
  EXPECT_EQ(traits.weights, (std::vector<std::uint64_t>{7, 7, 7, 3}));
  PredicateSpec spec;
  spec.name = PredicateName::total_weight;
  spec.bound = 1;
  const std::unique_ptr<Tally> tally = Predicate(spec, traits).tally();
  tally->add(State{0});
  tally->add(State{1});
  tally->add(State{3});
  EXPECT_FALSE(tally->holds());  // 17/21
  tally->add(State{2});
  tally->remove(State{3});
  EXPECT_TRUE(tally->holds());  // exactly 1
  // A bound between two multiples of the unit, and one that nothing reaches.
  spec.bound = share(43, 42);
  const std::unique_ptr<Tally> more = Predicate(spec, traits).tally();
  more->add(std::vector<State>{0, 1, 2});
  EXPECT_FALSE(more->holds());
  more->add(State{3});
  EXPECT_TRUE(more->holds());
  spec.bound = Rational("1000000000000000000000000000");
  EXPECT_FALSE(Predicate(spec, traits).tally()->holds());
}

TEST(Predicate, WeightsThatCannotBeAddedAreRefused) {
  StateTraits traits;
  const Rational half = Rational("4611686018427387904");  // 2^62
  EXPECT_THROW(traits.set_weights(std::vector<Rational>{half, half}, "weights"), Error);
  EXPECT_NO_THROW(traits.set_weights(std::vector<Rational>{half, half - 1}, "weights"));
  EXPECT_EQ(traits.weights[1], (std::uint64_t{1} << 62) - 1);
  std::vector<Rational> odd;
  for (int i = 3; i < 3000; i += 2) odd.push_back(share(1, i));
  EXPECT_THROW(traits.set_weights(odd, "weights"), Error);
}

TEST(Predicate, SaysWhatItIs) {
  PredicateSpec spec;
  spec.count = 2;
  spec.bound = share(5, 2);
  EXPECT_EQ(to_string(spec), "at_least, states 2");
  spec.name = PredicateName::distinct_tags;
  EXPECT_EQ(to_string(spec), "distinct_tags, tags 2");
  spec.name = PredicateName::total_weight;
  EXPECT_EQ(to_string(spec), "total_weight, weight 5/2");
  EXPECT_TRUE(spec.set_monotonic());
  spec.name = PredicateName::highest_ratio;
  EXPECT_EQ(to_string(spec), "highest_ratio, max 5/2");
  EXPECT_FALSE(spec.set_monotonic());
}

}  // namespace
}  // namespace overt
