#include "overt/policy/borrow.h"

#include <gtest/gtest.h>

#include <set>

#include "overt/policy/policy_reference.h"
#include "overt/policy/random_policies_for_tests.h"

namespace overt {
namespace {

using Part = std::span<const State>;

TEST(Borrower, TakesWhatCanBeSpared) {
  StateTraits traits;
  PredicateSpec spec;
  spec.count = 3;
  const Predicate predicate(spec, traits);
  Borrower borrower(predicate);
  const std::vector<State> needy = {0}, four = {1, 2, 3, 4}, other = {5, 6, 7, 8},
                           three = {9, 10, 11};
  EXPECT_EQ(borrower.borrow(needy, std::vector<Part>{four, other}), (std::vector<State>{1, 5}));
  EXPECT_EQ(borrower.borrow(needy, std::vector<Part>{three, four}), std::nullopt);
  EXPECT_EQ(borrower.borrow(needy, std::vector<Part>{four, other}), (std::vector<State>{1, 5}));
}

// A tag that the needy have is no help; one that the lender has twice costs it nothing.
TEST(Borrower, LooksAtTags) {
  StateTraits traits;
  traits.tags = {0, 0, 1, 2, 2, 1};
  traits.tag_count = 3;
  PredicateSpec spec;
  spec.name = PredicateName::distinct_tags;
  spec.count = 2;
  const Predicate predicate(spec, traits);
  Borrower borrower(predicate);
  const std::vector<State> needy = {0}, lender = {1, 2, 3, 4};
  EXPECT_EQ(borrower.borrow(needy, std::vector<Part>{lender}), std::vector<State>{3});
}

// Random sets, every predicate: what is found is right and minimal; from one lender it is
// found whenever there is one for at_least and distinct_tags.
TEST(Borrower, AgreesWithAllSubsets) {
  SeededRandom coins(1);
  std::size_t found = 0, none = 0, missed = 0;
  for (int round = 0; round < 3000; ++round) {
    const auto name = static_cast<PredicateName>(round % 3);
    const State states = 4 + coins.below(7);
    const PolicyProblem problem = random_policy_problem(states, 2, true, name, coins);
    const Predicate predicate(problem.predicate, problem.traits);
    const reference::Holds p = reference::holds_of(problem.predicate, problem.traits);
    const std::uint32_t split = 1 + coins.below(3);
    std::vector<State> needy, lender;
    for (State x = 0; x < states; ++x) (x < split ? needy : lender).push_back(x);
    const std::set<State> u(needy.begin(), needy.end()), c(lender.begin(), lender.end());
    if (p(u) || !p(c)) continue;
    const auto works = [&](const std::set<State>& k) {
      std::set<State> with = u, rest;
      with.insert(k.begin(), k.end());
      for (const State x : c) {
        if (k.count(x) == 0) rest.insert(x);
      }
      return p(with) && !rest.empty() && p(rest);
    };
    bool possible = false;
    for (std::uint32_t subset = 1; subset < 1U << lender.size() && !possible; ++subset) {
      std::set<State> k;
      for (std::size_t i = 0; i < lender.size(); ++i) {
        if (subset >> i & 1) k.insert(lender[i]);
      }
      possible = works(k);
    }
    Borrower borrower(predicate);
    const auto result = borrower.borrow(needy, std::vector<Part>{lender});
    if (name != PredicateName::total_weight) {
      EXPECT_EQ(result.has_value(), possible);
    }
    EXPECT_EQ(borrower.borrow(needy, std::vector<Part>{lender}), result);  // nothing stays behind
    missed += possible && !result ? 1 : 0;
    none += possible ? 0 : 1;
    if (!result) continue;
    ++found;
    const std::set<State> k(result->begin(), result->end());
    EXPECT_EQ(k.size(), result->size());
    EXPECT_TRUE(works(k));
    for (const State x : k) {
      std::set<State> with = u;
      for (const State y : k) {
        if (y != x) with.insert(y);
      }
      EXPECT_FALSE(p(with));
    }
  }
  EXPECT_GT(found, 100U);
  EXPECT_GT(none, 100U);
  EXPECT_LT(missed, found / 4);
}

}  // namespace
}  // namespace overt
