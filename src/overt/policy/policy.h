#pragma once

// `overt policy`: finds a disclosure function, checks that it is safe, says whether it is
// optimal, and improves it if asked.
//
//   PolicyProblem problem = parse_policy_problem(text, "states.json");
//   Policy policy = find_policy(problem, {}, progress);
//   policy.function   // {1, 1, 4, 4, 4}: T2 T2 T5 T5 T5
//
// What can be relied on: a function that is returned by backward or forward passed
// check_safety. `optimal` is yes only by proof: for at_least by the theorems of
// docs/algorithms/forward.md and backward.md, otherwise by the search of optimality.h.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "overt/base/progress.h"
#include "overt/policy/optimality.h"
#include "overt/policy/predicate.h"
#include "overt/policy/safety.h"

namespace overt {

enum class PolicyMethod { naive, backward, forward };

std::string_view to_string(PolicyMethod method);
// Throws Error{usage} that lists the methods there are.
PolicyMethod parse_policy_method(std::string_view text, std::string_view what);

// How a block is called when it is published.
enum class BlockNames { numbers, prefixes, labels };

struct PolicyProblem {
  std::vector<std::string> states;  // distinct
  Schemas schemas;
  PredicateSpec predicate;
  StateTraits traits;

  BlockNames names = BlockNames::numbers;
  std::vector<std::vector<std::string>> labels;  // schema -> block -> label, iff `labels`

  // What is published of a state: the block's number from 1, its prefix or its label.
  std::string block_name(State state, std::uint32_t schema) const;
};

struct PolicyOptions {
  PolicyMethod method = PolicyMethod::forward;
  bool improve = false;
  std::uint64_t limit = kPolicyWorkLimit;  // of the check and the improvement
};

enum class OptimalBy { none, theorem, search };

struct Policy {
  DisclosureFunction function;
  Safety safety;
  Optimal optimal = Optimal::not_checked;
  OptimalBy by = OptimalBy::none;
  std::uint64_t improvements = 0;
  std::uint64_t operations = 0;

  // Why there is no function: none is safe, or the method found none that is. Everything
  // else is empty then.
  std::optional<std::string> refusal;
};

// Throws Error{usage} for backward when the schemas are not nested.
Policy find_policy(const PolicyProblem& problem, const PolicyOptions& options, Progress& progress);

}  // namespace overt
