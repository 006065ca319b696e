#include "overt/policy/policy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "overt/base/error.h"
#include "overt/policy/policy_reference.h"
#include "overt/policy/random_policies_for_tests.h"

namespace overt {
namespace {

using reference::Match;

// Schemas from 1, as they are written.
DisclosureFunction from_one(DisclosureFunction function) {
  for (std::uint32_t& schema : function) ++schema;
  return function;
}

Policy found(const PolicyProblem& problem, PolicyMethod method, bool improved = false) {
  Progress silent;
  PolicyOptions options;
  options.method = method;
  options.improve = improved;
  return find_policy(problem, options, silent);
}

TEST(Policy, FindsThePapersFunctions) {
  const PolicyProblem problem = zip_problem();
  const Policy naive = found(problem, PolicyMethod::naive);
  EXPECT_EQ(from_one(naive.function), (DisclosureFunction{2, 2, 3, 5, 5}));
  EXPECT_EQ(naive.safety.unsafe, State{2});
  EXPECT_EQ(naive.safety.set_sizes, (std::vector<std::uint32_t>{2, 2, 1, 2, 2}));
  EXPECT_EQ(naive.optimal, Optimal::no);

  const Policy backward = found(problem, PolicyMethod::backward);
  EXPECT_EQ(from_one(backward.function), (DisclosureFunction{3, 3, 3, 5, 5}));
  EXPECT_TRUE(backward.safety.safe());
  EXPECT_EQ(backward.safety.set_sizes, (std::vector<std::uint32_t>{3, 3, 3, 2, 2}));
  EXPECT_EQ(backward.optimal, Optimal::yes);
  EXPECT_EQ(backward.by, OptimalBy::theorem);

  const Policy forward = found(problem, PolicyMethod::forward);
  EXPECT_EQ(from_one(forward.function), (DisclosureFunction{2, 2, 5, 5, 5}));
  EXPECT_TRUE(forward.safety.safe());
  EXPECT_EQ(forward.safety.sets, 2U);
  EXPECT_EQ(forward.optimal, Optimal::yes);
  EXPECT_EQ(forward.by, OptimalBy::theorem);
}

TEST(Policy, EveryFunctionOfThePapersExample) {
  const PolicyProblem problem = zip_problem();
  const reference::Holds p = reference::holds_of(problem.predicate, problem.traits);
  std::size_t all = 0;
  reference::for_each_function(5, problem.schemas.size(),
                               [&](const DisclosureFunction&) { ++all; });
  EXPECT_EQ(all, 7776U);
  const std::vector<DisclosureFunction> safe = reference::safe_functions(problem.schemas, p);
  EXPECT_EQ(safe.size(), 40U);
  std::vector<DisclosureFunction> optimal;
  for (const DisclosureFunction& one : safe) {
    if (reference::is_optimal(one, safe)) optimal.push_back(from_one(one));
  }
  EXPECT_EQ(optimal, (std::vector<DisclosureFunction>{{2, 2, 5, 5, 5}, {3, 3, 3, 5, 5}}));
}

TEST(Policy, NamesWhatIsPublished) {
  PolicyProblem problem = zip_problem();
  EXPECT_EQ(problem.block_name(0, 0), "22030");
  EXPECT_EQ(problem.block_name(0, 1), "2203*");
  EXPECT_EQ(problem.block_name(4, 4), "2*");
  EXPECT_EQ(problem.block_name(4, 5), "*");
  problem.names = BlockNames::numbers;
  EXPECT_EQ(problem.block_name(4, 4), "1");
  EXPECT_EQ(problem.block_name(2, 1), "2");
}

TEST(Policy, SaysWhenNothingIsSafe) {
  PolicyProblem problem = zip_problem();
  problem.predicate.count = 6;
  for (const PolicyMethod method :
       {PolicyMethod::naive, PolicyMethod::backward, PolicyMethod::forward}) {
    const Policy policy = found(problem, method);
    ASSERT_TRUE(policy.refusal);
    EXPECT_EQ(
        *policy.refusal,
        "no function is safe: even whoever is told nothing knows that the state is one of 5, and "
        "that set fails at_least, states 6");
    EXPECT_TRUE(policy.function.empty());
  }
}

// The three c, of seven states, must not be more than half of a set. Both methods put
// them together with one pair of others only: 3 of 5.
TEST(Policy, RefusesAnUnsafeResultOfAPredicateThatIsNotSetMonotonic) {
  PolicyProblem problem;
  problem.states = {"1", "2", "3", "4", "5", "6", "7"};
  problem.schemas = {schema_of({0, 0, 1, 1, 2, 3, 4}), schema_of({0, 0, 0, 0, 0, 0, 0})};
  problem.predicate.name = PredicateName::highest_ratio;
  problem.predicate.bound = share(1, 2);
  problem.traits.tags = {0, 1, 2, 3, 4, 4, 4};
  problem.traits.tag_count = 5;
  for (const PolicyMethod method : {PolicyMethod::backward, PolicyMethod::forward}) {
    const Policy policy = found(problem, method, true);
    ASSERT_TRUE(policy.refusal);
    EXPECT_EQ(*policy.refusal,
              std::string("the function that ") + std::string(to_string(method)) +
                  " finds is not safe: highest_ratio is not set-monotonic, and a disclosure set of "
                  "size 5 fails it; saying nothing is safe");
    EXPECT_TRUE(policy.function.empty());
  }
}

TEST(Policy, BackwardNeedsNestedSchemas) {
  PolicyProblem problem = zip_problem();
  problem.schemas = {schema_of({0, 0, 1, 1, 2}), schema_of({0, 1, 1, 1, 1}),
                     schema_of({0, 0, 0, 0, 0})};
  EXPECT_NO_THROW(found(problem, PolicyMethod::forward));
  try {
    found(problem, PolicyMethod::backward);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);
    EXPECT_STREQ(error.what(),
                 "backward needs nested schemas: a block of schema 1 lies in several blocks of "
                 "schema 2; forward takes any schemas");
  }
}

TEST(Policy, BeyondTheLimitNothingIsClaimed) {
  PolicyProblem problem = zip_problem();
  problem.predicate.name = PredicateName::distinct_tags;
  problem.traits.tags = {0, 1, 2, 3, 4};
  problem.traits.tag_count = 5;
  Progress silent;
  PolicyOptions options;
  options.method = PolicyMethod::backward;
  EXPECT_EQ(find_policy(problem, options, silent).by, OptimalBy::search);
  options.limit = 3;
  const Policy policy = find_policy(problem, options, silent);
  EXPECT_TRUE(policy.safety.safe());
  EXPECT_EQ(policy.optimal, Optimal::not_checked);
  EXPECT_EQ(policy.by, OptimalBy::none);
  options.improve = true;
  EXPECT_EQ(find_policy(problem, options, silent).optimal, Optimal::not_checked);
}

struct Tried {
  std::size_t cases = 0, none = 0, refused = 0, not_optimal = 0, improved = 0;
};

// Random problems against all of their functions.
Tried try_random(PredicateName name, bool nested, std::size_t cases, std::uint64_t seed) {
  SeededRandom coins(seed);
  Tried tried;
  for (; tried.cases < cases; ++tried.cases) {
    const std::size_t schemas = 2 + coins.below(3);
    const std::size_t states = 2 + coins.below(schemas < 4 ? 6 : 5);
    const PolicyProblem problem = random_policy_problem(states, schemas, nested, name, coins);
    const reference::Holds p = reference::holds_of(problem.predicate, problem.traits);
    const std::vector<DisclosureFunction> safe = reference::safe_functions(problem.schemas, p);
    EXPECT_EQ(found(problem, PolicyMethod::naive).refusal.has_value(), safe.empty());
    if (!safe.empty()) {
      EXPECT_EQ(found(problem, PolicyMethod::naive).function, reference::naive(problem.schemas, p));
    }
    tried.none += safe.empty() ? 1 : 0;
    for (const PolicyMethod method : {PolicyMethod::forward, PolicyMethod::backward}) {
      if (method == PolicyMethod::backward && !nested) continue;
      const Policy policy = found(problem, method);
      const Policy better = found(problem, method, true);
      EXPECT_EQ(policy.refusal.has_value(), better.refusal.has_value());
      if (policy.refusal) {
        // Set-monotonic: only if there is none.
        EXPECT_TRUE(safe.empty() || !problem.predicate.set_monotonic());
        tried.refused += safe.empty() ? 0 : 1;
        continue;
      }
      EXPECT_TRUE(reference::is_safe(problem.schemas, policy.function, p));
      EXPECT_TRUE(policy.safety.safe());
      const bool optimal = reference::is_optimal(policy.function, safe);
      EXPECT_EQ(policy.optimal, optimal ? Optimal::yes : Optimal::no);
      if (name == PredicateName::at_least) {
        EXPECT_TRUE(optimal);
        // The search agrees with the theorems.
        Progress silent;
        const Predicate predicate(problem.predicate, problem.traits);
        EXPECT_EQ(
            find_better(problem.schemas, predicate, policy.function, 1'000'000, silent).optimal,
            Optimal::yes);
      }
      tried.not_optimal += optimal ? 0 : 1;
      EXPECT_TRUE(better.safety.safe());
      EXPECT_TRUE(reference::is_optimal(better.function, safe));
      EXPECT_EQ(better.optimal, Optimal::yes);
      EXPECT_EQ(better.improvements > 0, !optimal);
      if (!optimal) {
        EXPECT_TRUE(reference::locally_better(better.function, policy.function));
        ++tried.improved;
      }
    }
    if (testing::Test::HasFailure()) break;
  }
  return tried;
}

TEST(PolicyAgainstEnumeration, AtLeastHeavy) {
  const Tried nested = try_random(PredicateName::at_least, true, 2000, 1);
  EXPECT_GT(nested.none, 0U);
  EXPECT_EQ(nested.refused, 0U);
  EXPECT_EQ(nested.not_optimal, 0U);
  EXPECT_EQ(try_random(PredicateName::at_least, false, 2000, 2).not_optimal, 0U);
}

// The algorithms as they are printed: safe, too. What the printed listing leaves open decides
// whether forward is optimal: the first schema with a block for all that is joined in the end
// is, the last one is not.
TEST(PolicyAgainstEnumeration, ThePrintedAlgorithms) {
  SeededRandom coins(9);
  std::size_t last_not_optimal = 0;
  for (int i = 0; i < 2000; ++i) {
    const PolicyProblem problem = random_policy_problem(2 + coins.below(6), 2 + coins.below(2),
                                                        true, PredicateName::at_least, coins);
    const Schemas& schemas = problem.schemas;
    const reference::Holds p = reference::holds_of(problem.predicate, problem.traits);
    const std::vector<DisclosureFunction> safe = reference::safe_functions(schemas, p);
    const auto first = reference::forward(schemas, p, Match::first);
    const auto last = reference::forward(schemas, p, Match::last);
    const auto backward = reference::backward(schemas, p);
    ASSERT_EQ(first.has_value(), !safe.empty());
    ASSERT_EQ(last.has_value(), !safe.empty());
    ASSERT_EQ(backward.has_value(), !safe.empty());
    if (safe.empty()) continue;
    EXPECT_TRUE(reference::is_safe(schemas, *last, p));
    EXPECT_TRUE(reference::is_safe(schemas, *backward, p));
    EXPECT_TRUE(reference::is_optimal(*first, safe));
    last_not_optimal += reference::is_optimal(*last, safe) ? 0 : 1;
    // Ours are the same up to which of several equal states are chosen.
    const auto counts = [](DisclosureFunction function) {
      std::sort(function.begin(), function.end());
      return function;
    };
    EXPECT_EQ(counts(found(problem, PolicyMethod::forward).function), counts(*first));
    // Backward may give up another block than the printed one.
    const DisclosureFunction ours = found(problem, PolicyMethod::backward).function;
    EXPECT_FALSE(reference::locally_better(*backward, ours));
  }
  EXPECT_GT(last_not_optimal, 0U);
}

// At least two of a, b, c; T1 has {a b} and {c}, T2 and T3 have all: what is left
// over joins a and b in T2. Read literally, the listing gives them T3.
TEST(PolicyAgainstEnumeration, TheLastMatchIsNotOptimal) {
  PolicyProblem problem = zip_problem();
  problem.states.resize(3);
  problem.schemas = {schema_of({0, 0, 1}), schema_of({0, 0, 0}), schema_of({0, 0, 0})};
  const reference::Holds p = reference::holds_of(problem.predicate, problem.traits);
  const std::vector<DisclosureFunction> safe = reference::safe_functions(problem.schemas, p);
  const DisclosureFunction literal = reference::forward(problem.schemas, p, Match::last).value();
  EXPECT_EQ(literal, (DisclosureFunction{2, 2, 2}));
  EXPECT_TRUE(reference::is_safe(problem.schemas, literal, p));
  EXPECT_FALSE(reference::is_optimal(literal, safe));
  EXPECT_EQ(found(problem, PolicyMethod::forward).function, (DisclosureFunction{1, 1, 1}));
}

TEST(PolicyAgainstEnumeration, DistinctTagsHeavy) {
  try_random(PredicateName::distinct_tags, true, 2000, 3);
  try_random(PredicateName::distinct_tags, false, 2000, 4);
}

TEST(PolicyAgainstEnumeration, TotalWeightHeavy) {
  const Tried nested = try_random(PredicateName::total_weight, true, 2000, 5);
  const Tried any = try_random(PredicateName::total_weight, false, 2000, 6);
  EXPECT_GT(nested.improved + any.improved, 0U);  // there is something to improve
}

TEST(PolicyAgainstEnumeration, HighestRatioHeavy) {
  const Tried nested = try_random(PredicateName::highest_ratio, true, 1000, 7);
  const Tried any = try_random(PredicateName::highest_ratio, false, 1000, 8);
  EXPECT_GT(nested.refused, 0U);
  EXPECT_GT(any.refused, 0U);
  EXPECT_GT(nested.improved + any.improved, 0U);
}

}  // namespace
}  // namespace overt
