#include "overt/json/explain_json.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "overt/json/worst_json.h"
#include "overt/strategy/strategy.h"

namespace overt {
namespace {

using Json = nlohmann::ordered_json;

std::string_view to_string(SetName set) { return set == SetName::per ? "per" : "ds"; }

Json step_json(std::optional<std::size_t> step) { return step ? Json(*step + 1) : Json(); }

Json set_json(const SetSummary& set, const Problem& problem) {
  return {{"tables", set.tables ? Json(set.tables->get_str()) : Json()},
          {"verdict", overt::to_string(set.verdict)},
          {"worst", set.worst ? worst_json(*set.worst, problem) : Json()}};
}

Json walk_json(const Walk& walk, const Strategy& strategy, const Problem& problem) {
  Json path = Json::array();
  for (const Evaluation& one : walk.path) {
    path.push_back({{"step", one.step + 1},
                    {"set", to_string(one.set)},
                    {"verdict", overt::to_string(one.verdict)}});
  }
  Json steps = Json::array();
  for (const StepSummary& step : walk.steps) {
    Json entry = {{"step", step.step + 1}, {"per", set_json(step.per, problem)}};
    if (step.ds) entry["ds"] = set_json(*step.ds, problem);
    steps.push_back(entry);
  }
  return {{"strategy", strategy.name()},
          {"released", step_json(walk.released)},
          {"path", path},
          {"steps", steps}};
}

Json outcomes_json(const std::vector<Outcome>& outcomes) {
  Json list = Json::array();
  for (const Outcome& outcome : outcomes) {
    list.push_back({{"jump", outcome.jumps}, {"released", step_json(outcome.released)}});
  }
  return {{"strategy", default_strategy(true)}, {"jumps", list}};
}

Json frequencies_json(const std::vector<Frequencies>& all) {
  Json list = Json::array();
  Integer tables = 0;
  for (const Frequencies& one : all) {
    Json released = Json::array();
    tables = 0;
    for (std::size_t step = 0; step < one.released.size(); ++step) {
      const bool nothing = step + 1 == one.released.size();
      released.push_back(
          {{"step", nothing ? Json() : Json(step + 1)}, {"tables", one.released[step].get_str()}});
      tables += one.released[step];
    }
    Json entry = {{"strategy", one.strategy.name}};
    if (!one.strategy.jumps.empty()) entry["jump"] = one.strategy.jumps;
    entry["released"] = released;
    list.push_back(entry);
  }
  return {{"tables", tables.get_str()}, {"strategies", list}};
}

Json json_of(const Explained& explained) {
  if (explained.walk) {
    return walk_json(*explained.walk, *explained.strategy, explained.loaded.problem);
  }
  return explained.outcomes.empty() ? frequencies_json(explained.frequencies)
                                    : outcomes_json(explained.outcomes);
}

}  // namespace

std::string explain_json(const Explained& explained) { return json_of(explained).dump(2) + "\n"; }

}  // namespace overt
