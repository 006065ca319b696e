#include "overt/report/policy_json.h"

#include <nlohmann/json.hpp>
#include <utility>

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
  Json assignment = Json::array(), blocks = Json::array(), schemas = Json::array();
  for (State x = 0; x < policy.function.size(); ++x) {
    progress.check();
    assignment.push_back(policy.function[x] + 1);
    blocks.push_back(problem.block_name(x, policy.function[x]));
  }
  const std::vector<SchemaCounts> counts = schema_counts(problem, policy);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    schemas.push_back({{"schema", i + 1}, {"states", counts[i].states}, {"sets", counts[i].sets}});
  }
  Json optimal = "not_checked";
  if (policy.optimal != Optimal::not_checked) optimal = policy.optimal == Optimal::yes;
  Json json = {{"method", to_string(options.method)},
               {"improved", options.improve},
               {"predicate", to_string(problem.predicate)},
               {"states", problem.states},
               {"assignment", {}},
               {"blocks", {}},
               {"set_sizes", policy.safety.set_sizes},
               {"schemas", schemas},
               {"safe", policy.safety.safe()},
               {"optimal", optimal},
               {"optimal_by", optimal_by(policy)},
               {"improvements", policy.improvements},
               {"operations", policy.operations}};
  json["assignment"] = std::move(assignment);  // a copy of millions takes its time
  json["blocks"] = std::move(blocks);
  return json.dump(2) + "\n";
}

}  // namespace overt
