#include "overt/json/policy_json.h"

#include <nlohmann/json.hpp>

#include "overt/json/json_printer.h"

namespace overt {
namespace {

using Json = nlohmann::ordered_json;

}  // namespace

std::vector<SchemaCounts> schema_counts(const PolicyProblem& problem, const Policy& policy) {
  std::vector<SchemaCounts> result(problem.schemas.size());
  std::vector<std::vector<bool>> seen(problem.schemas.size());
  for (State x = 0; x < policy.function.size(); ++x) {
    const std::uint32_t i = policy.function[x];
    const std::uint32_t block = problem.schemas[i].block_of[x];
    seen[i].resize(problem.schemas[i].blocks, false);
    ++result[i].states;
    if (!seen[i][block]) ++result[i].sets;
    seen[i][block] = true;
  }
  return result;
}

std::string_view optimal_by(const Policy& policy) {
  if (policy.by == OptimalBy::theorem) return "theorem";
  return policy.by == OptimalBy::search ? "search" : "none";
}

std::string policy_json(const PolicyProblem& problem, const PolicyOptions& options,
                        const Policy& policy, Progress& progress) {
  const std::vector<std::uint32_t>& sizes = policy.safety.set_sizes;
  const std::vector<SchemaCounts> counts = schema_counts(problem, policy);
  Json optimal = "not_checked";
  if (policy.optimal != Optimal::not_checked) optimal = policy.optimal == Optimal::yes;
  JsonPrinter text(progress);
  text.member("method", to_string(options.method));
  text.member("improved", options.improve);
  text.member("predicate", to_string(problem.predicate));
  text.list("states", problem.states.size(), [&](std::size_t x) { return problem.states[x]; });
  text.list("assignment", policy.function.size(),
            [&](std::size_t x) { return policy.function[x] + 1; });
  text.list("blocks", policy.function.size(), [&](std::size_t x) {
    return problem.block_name(static_cast<State>(x), policy.function[x]);
  });
  text.list("set_sizes", sizes.size(), [&](std::size_t i) { return sizes[i]; });
  text.list("schemas", counts.size(), [&](std::size_t i) -> Json {
    return {{"schema", i + 1}, {"states", counts[i].states}, {"sets", counts[i].sets}};
  });
  text.member("safe", policy.safety.safe());
  text.member("optimal", optimal);
  text.member("optimal_by", optimal_by(policy));
  text.member("improvements", policy.improvements);
  text.member("operations", policy.operations);
  return text.finish();
}

}  // namespace overt
