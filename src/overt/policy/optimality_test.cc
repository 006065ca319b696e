#include "overt/policy/optimality.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "overt/base/error.h"
#include "overt/base/impatient_for_tests.h"
#include "overt/policy/backward.h"
#include "overt/policy/forward.h"
#include "overt/policy/policy_reference.h"
#include "overt/policy/random_policies_for_tests.h"

namespace overt {
namespace {

constexpr std::uint64_t kAmple = 100'000'000;

// Distinct codes of `length` letters out of `letters`, in random order.
std::vector<std::string> random_codes(std::size_t count, std::size_t length, std::uint32_t letters,
                                      RandomSource& coins) {
  std::set<std::string> codes;
  while (codes.size() < count) {
    std::string code;
    for (std::size_t i = 0; i < length; ++i) {
      code.push_back(static_cast<char>('a' + coins.below(letters)));
    }
    codes.insert(code);
  }
  std::vector<std::string> result(codes.begin(), codes.end());
  shuffle(std::span<std::string>(result), coins);
  return result;
}

TEST(Optimality, OfThePapersExample) {
  const PolicyProblem problem = zip_problem();
  const Predicate predicate(problem.predicate, problem.traits);
  Progress silent;
  for (const DisclosureFunction& optimal :
       {DisclosureFunction{2, 2, 2, 4, 4}, DisclosureFunction{1, 1, 4, 4, 4}}) {
    EXPECT_EQ(find_better(problem.schemas, predicate, optimal, kAmple, silent).optimal,
              Optimal::yes);
  }
  const DisclosureFunction silence(5, 5);
  const Search search = find_better(problem.schemas, predicate, silence, kAmple, silent);
  EXPECT_EQ(search.optimal, Optimal::no);
  ASSERT_TRUE(search.better);
  EXPECT_TRUE(reference::locally_better(*search.better, silence));
  const Improved improved = improve(problem.schemas, predicate, silence, kAmple, silent);
  EXPECT_EQ(improved.optimal, Optimal::yes);
  EXPECT_GT(improved.improvements, 0U);
  EXPECT_EQ(improved.function, (DisclosureFunction{1, 1, 4, 4, 4}));
}

// No state can move alone, two can together.
TEST(Optimality, MovesSetsOfStates) {
  PolicyProblem problem = zip_problem();
  problem.states.resize(4);
  problem.schemas = {schema_of({0, 0, 1, 1}), schema_of({0, 0, 0, 0})};
  const Predicate predicate(problem.predicate, problem.traits);
  Progress silent;
  const Search search =
      find_better(problem.schemas, predicate, DisclosureFunction(4, 1), kAmple, silent);
  ASSERT_TRUE(search.better);
  EXPECT_EQ(*search.better, (DisclosureFunction{0, 0, 1, 1}));
  EXPECT_EQ(improve(problem.schemas, predicate, *search.better, kAmple, silent).function,
            (DisclosureFunction{0, 0, 0, 0}));
}

// From any safe function, the search decides as enumeration does, and what it ends with is
// optimal; every predicate, nested and arbitrary schemas.
TEST(Optimality, AgreesWithEnumerationFromAnySafeFunction) {
  SeededRandom coins(11);
  Progress silent;
  std::size_t asked = 0, optimal = 0;
  for (int i = 0; i < 1200; ++i) {
    const auto name = static_cast<PredicateName>(i % 4);
    const std::size_t schemas = 2 + coins.below(3);
    const std::size_t states = 2 + coins.below(schemas < 4 ? 6 : 5);
    const PolicyProblem problem = random_policy_problem(states, schemas, i % 8 < 4, name, coins);
    const Predicate predicate(problem.predicate, problem.traits);
    const reference::Holds p = reference::holds_of(problem.predicate, problem.traits);
    const std::vector<DisclosureFunction> safe = reference::safe_functions(problem.schemas, p);
    for (std::size_t s = 0; s < safe.size(); s += 1 + safe.size() / 5) {
      const bool expected = reference::is_optimal(safe[s], safe);
      const Search search = find_better(problem.schemas, predicate, safe[s], kAmple, silent);
      ASSERT_EQ(search.optimal, expected ? Optimal::yes : Optimal::no);
      ASSERT_EQ(search.better.has_value(), !expected);
      if (search.better) {
        ASSERT_TRUE(reference::is_safe(problem.schemas, *search.better, p));
        ASSERT_TRUE(reference::locally_better(*search.better, safe[s]));
      }
      const Improved improved = improve(problem.schemas, predicate, safe[s], kAmple, silent);
      ASSERT_EQ(improved.optimal, Optimal::yes);
      ASSERT_TRUE(reference::is_optimal(improved.function, safe));
      ++asked;
      optimal += expected ? 1 : 0;
    }
  }
  EXPECT_GT(optimal, asked / 20);
  EXPECT_LT(optimal, asked - asked / 20);
}

// More states than can be enumerated in full: all functions that are nowhere later.
TEST(Optimality, AgreesWithEnumerationOfCodes) {
  SeededRandom coins(12);
  Progress silent;
  for (int i = 0; i < 400; ++i) {
    PolicyProblem problem = zip_problem();
    problem.states = random_codes(6 + coins.below(4), 3, 3, coins);
    problem.schemas = prefix_schemas(problem.states);
    problem.predicate.count = 2 + coins.below(3);
    const Predicate predicate(problem.predicate, problem.traits);
    const reference::Holds p = reference::holds_of(problem.predicate, problem.traits);
    const DisclosureFunction found = backward_function(problem.schemas, predicate).value();
    const Search search = find_better(problem.schemas, predicate, found, kAmple, silent);
    ASSERT_EQ(search.optimal == Optimal::no, reference::has_better(problem.schemas, found, p));
    ASSERT_NE(search.optimal, Optimal::not_checked);
  }
}

// The theorems for at_least on more states than can be enumerated, by the search.
TEST(Optimality, OfBothMethodsForAtLeast) {
  SeededRandom coins(15);
  Progress silent;
  for (int i = 0; i < 8000; ++i) {
    PolicyProblem problem = zip_problem();
    problem.states = random_codes(5 + coins.below(20), 4, 3 + coins.below(3), coins);
    problem.schemas = prefix_schemas(problem.states);
    problem.predicate.count = 2 + coins.below(4);
    const Predicate predicate(problem.predicate, problem.traits);
    for (const auto method : {forward_function, backward_function}) {
      const DisclosureFunction found = method(problem.schemas, predicate, silent).value();
      ASSERT_EQ(find_better(problem.schemas, predicate, found, kAmple, silent).optimal,
                Optimal::yes);
    }
  }
}

TEST(Optimality, ALimitIsKept) {
  SeededRandom coins(13);
  PolicyProblem problem = zip_problem();
  problem.states = random_codes(400, 5, 5, coins);
  problem.schemas = prefix_schemas(problem.states);
  problem.predicate.count = 3;
  const Predicate predicate(problem.predicate, problem.traits);
  const DisclosureFunction silence(400, 5);
  const reference::Holds p = reference::holds_of(problem.predicate, problem.traits);
  Progress silent;
  for (const std::uint64_t limit : {0U, 100U, 2000U, 5000U, 20000U}) {
    const Improved improved = improve(problem.schemas, predicate, silence, limit, silent);
    EXPECT_EQ(improved.optimal, Optimal::not_checked);
    EXPECT_LT(improved.operations, limit + 10'000);
    EXPECT_TRUE(reference::is_safe(problem.schemas, improved.function, p));
  }
  EXPECT_EQ(improve(problem.schemas, predicate, silence, kAmple, silent).optimal, Optimal::yes);
}

// A set that needs ten thousand states one by one: given up, whatever the limit, before the
// stack is.
TEST(Optimality, GivesUpWhatGoesTooDeep) {
  PolicyProblem problem = zip_problem();
  problem.states.assign(24'000, "");
  std::vector<std::uint32_t> half(problem.states.size(), 0);
  half.back() = 1;
  problem.schemas = {schema_of(half), schema_of(std::vector<std::uint32_t>(half.size(), 0))};
  problem.predicate.count = 10'000;
  const Predicate predicate(problem.predicate, problem.traits);
  Progress silent;
  const DisclosureFunction silence(half.size(), 1);
  EXPECT_EQ(find_better(problem.schemas, predicate, silence, UINT64_MAX, silent).optimal,
            Optimal::not_checked);
}

// What forward finds leaves next to nothing to search, whatever the predicate.
TEST(Optimality, IsCheapAfterForward) {
  SeededRandom coins(14);
  PolicyProblem problem = zip_problem();
  problem.states = random_codes(20'000, 8, 10, coins);
  problem.schemas = prefix_schemas(problem.states);
  for (std::size_t x = 0; x < problem.states.size(); ++x) {
    problem.traits.tags.push_back(coins.below(20));
  }
  problem.traits.tag_count = 20;
  problem.predicate.name = PredicateName::distinct_tags;
  problem.predicate.count = 5;
  const Predicate predicate(problem.predicate, problem.traits);
  Progress silent;
  const DisclosureFunction found = forward_function(problem.schemas, predicate).value();
  const Search search = find_better(problem.schemas, predicate, found, kAmple, silent);
  EXPECT_EQ(search.optimal, Optimal::yes);
  EXPECT_LT(search.operations, 20'000U * 9 * 4);
}

TEST(Optimality, CanBeInterrupted) {
  const PolicyProblem problem = zip_problem();
  const Predicate predicate(problem.predicate, problem.traits);
  Impatient stop;
  EXPECT_THROW(find_better(problem.schemas, predicate, DisclosureFunction(5, 5), kAmple, stop),
               Error);
  EXPECT_THROW(forward_function(problem.schemas, predicate, stop), Error);
  EXPECT_THROW(backward_function(problem.schemas, predicate, stop), Error);
}

}  // namespace
}  // namespace overt
