#include "overt/policy/policy.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "overt/base/error.h"
#include "overt/policy/backward.h"
#include "overt/policy/forward.h"
#include "overt/policy/naive.h"

namespace overt {
namespace {

void check_nested(const Schemas& schemas) {
  const std::size_t at = first_not_nested(schemas);
  if (at == schemas.size()) return;
  throw Error(ErrorCode::usage,
              fmt::format("backward needs nested schemas: a block of schema {} lies in several "
                          "blocks of schema {}; forward takes any schemas",
                          at + 1, at + 2));
}

std::optional<DisclosureFunction> run(const PolicyProblem& problem, const Predicate& predicate,
                                      PolicyMethod method, Progress& progress) {
  switch (method) {
    case PolicyMethod::naive:
      return naive_function(problem.schemas, predicate);
    case PolicyMethod::backward:
      check_nested(problem.schemas);
      return backward_function(problem.schemas, predicate, progress);
    default:
      return forward_function(problem.schemas, predicate, progress);
  }
}

// Whether the set of all states fails: then every function has a set that fails. For
// highest_ratio, too: the share of a tag among all is a mean of its shares in the sets.
bool nothing_is_safe(const PolicyProblem& problem) {
  const DisclosureFunction silent(problem.states.size(),
                                  static_cast<std::uint32_t>(problem.schemas.size() - 1));
  return !check_safety(problem.schemas, silent, problem.predicate, problem.traits).safe();
}

Policy refused(std::string reason) {
  Policy policy;
  policy.refusal = std::move(reason);
  return policy;
}

}  // namespace

std::string_view to_string(PolicyMethod method) {
  switch (method) {
    case PolicyMethod::naive:
      return "naive";
    case PolicyMethod::backward:
      return "backward";
    default:
      return "forward";
  }
}

PolicyMethod parse_policy_method(std::string_view text, std::string_view what) {
  for (const PolicyMethod method :
       {PolicyMethod::naive, PolicyMethod::backward, PolicyMethod::forward}) {
    if (text == to_string(method)) return method;
  }
  throw Error(ErrorCode::usage, fmt::format("{}: expected naive, backward or forward", what));
}

std::string PolicyProblem::block_name(State state, std::uint32_t schema) const {
  const std::uint32_t block = schemas[schema].block_of[state];
  if (names == BlockNames::labels) return labels[schema][block];
  if (names == BlockNames::numbers) return std::to_string(block + 1);
  return prefix_label(states[state], schemas.size() - 1 - schema);
}

Policy find_policy(const PolicyProblem& problem, const PolicyOptions& options, Progress& progress) {
  const Predicate predicate(problem.predicate, problem.traits);
  progress.begin("finding a function", 0);
  std::optional<DisclosureFunction> found = run(problem, predicate, options.method, progress);
  progress.check();
  if (nothing_is_safe(problem)) {
    return refused(fmt::format(
        "no function is safe: even whoever is told nothing knows that the state is one of "
        "{}, and that set fails {}",
        problem.states.size(), to_string(problem.predicate)));
  }
  Policy policy;
  policy.function = std::move(found.value());
  const auto check = [&] {
    policy.safety =
        check_safety(problem.schemas, policy.function, problem.predicate, problem.traits);
  };
  check();
  if (!policy.safety.safe()) {
    if (options.method != PolicyMethod::naive) {
      return refused(fmt::format(
          "the function that {} finds is not safe: {} is not set-monotonic, and a disclosure set "
          "of size {} fails it; saying nothing is safe",
          to_string(options.method), to_string(problem.predicate.name),
          policy.safety.set_sizes[*policy.safety.unsafe]));
    }
    policy.optimal = Optimal::no;
    return policy;
  }
  if (problem.predicate.name == PredicateName::at_least && options.method != PolicyMethod::naive) {
    policy.optimal = Optimal::yes;
    policy.by = OptimalBy::theorem;
    return policy;
  }
  if (options.improve) {
    Improved improved =
        improve(problem.schemas, predicate, std::move(policy.function), options.limit, progress);
    policy.function = std::move(improved.function);
    policy.optimal = improved.optimal;
    policy.improvements = improved.improvements;
    policy.operations = improved.operations;
    check();
  } else {
    const Search search =
        find_better(problem.schemas, predicate, policy.function, options.limit, progress);
    policy.optimal = search.optimal;
    policy.operations = search.operations;
  }
  if (policy.optimal != Optimal::not_checked) policy.by = OptimalBy::search;
  return policy;
}

}  // namespace overt
