#include "overt/json/attack_json.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

#include "overt/json/rounded.h"
#include "overt/json/worst_json.h"
#include "overt/verify/methods.h"

namespace overt {
namespace {

using Json = nlohmann::ordered_json;

std::optional<Rational> bound_of(const PropertySpec& property) {
  return property.max ? property.max : property.below;
}

// Whether the promise is broken; null where nobody can say.
Json verdict_json(Verdict verdict) {
  return verdict == Verdict::not_proven ? Json() : Json(verdict == Verdict::fails);
}

// Of an estimate, as many digits as anybody can believe.
Json guess_json(std::uint32_t number, const BestGuess& guess) {
  Json json = {{"record", number}};
  if (guess.exact) {
    json["share"] = to_string(*guess.exact);
  } else {
    json["estimate"] = rounded(guess.share, 4);
    json["error"] = rounded(guess.error, 4);
  }
  json["shown"] = to_string(guess.shown);
  json["above"] = guess.above ? Json(*guess.above) : Json();
  return json;
}

Json chains_json(const ChainReport& chains) {
  return {{"chains", chains.chains},
          {"sweeps", chains.sweeps},
          {"other_starts", {{"searched", chains.searched}, {"found", chains.found}}},
          {"returns", chains.returns},
          {"effective_samples", static_cast<std::uint64_t>(chains.effective)},
          {"r_hat", std::isfinite(chains.r_hat) ? Json(rounded(chains.r_hat, 4)) : Json()},
          {"largest_difference", rounded(chains.difference, 4)},
          {"agree", chains.agree()}};
}

}  // namespace

std::string attack_json(const ProblemAttack& attack, const Problem& problem) {
  Json json = {{"tables", nullptr}, {"posterior", nullptr}, {"worst", nullptr}};
  if (attack.set) {
    Json list = Json::array();
    const auto posteriors = attack.posteriors();
    for (Record r = 0; r < problem.records.size(); ++r) {
      Json distribution = Json::object();
      for (const auto& [value, share] : posteriors[r]) {
        distribution[problem.values[value]] = to_string(share);
      }
      list.push_back({{"record", problem.records[r]}, {"distribution", distribution}});
    }
    json = {{"tables", attack.set->tables().get_str()},
            {"posterior", list},
            {"worst", worst_json(attack.set->worst(), problem)}};
  }
  const std::optional<Rational> bound = bound_of(problem.property);
  json["bound"] = bound ? Json(to_string(*bound)) : Json();
  json["breaks"] = verdict_json(attack.verdict);
  return json.dump(2) + "\n";
}

std::string nothing_released_json() { return Json{{"released", nullptr}}.dump(2) + "\n"; }

std::string method_attack_json(const MethodAttack& attack, const ReleaseJob& job) {
  Json json = {{"method", job.method}};
  if (const std::string tree = job.tree_or_default(); !tree.empty()) json["tree"] = tree;
  if (const std::string leaves = job.leaves_or_default(); !leaves.empty()) json["leaves"] = leaves;
  json["level"] = *level_of(job.method);
  json["tables"] = attack.tables;
  json["outcomes"] = attack.outcomes;
  json["releases"] = attack.releases;
  json["worst"] = {{"record", attack.record + 1}, {"share", to_string(attack.worst)}};
  json["bound"] = to_string(attack.cap);
  json["breaking"] = attack.breaking;
  json["certain"] = attack.certain;
  json["breaks"] = attack.breaking > 0;
  return json.dump(2) + "\n";
}

std::vector<NaiveAttack::Entry> worst_records(const NaiveAttack& attack, std::uint64_t most) {
  std::vector<NaiveAttack::Entry> entries = attack.worst_first();
  entries.resize(std::min<std::uint64_t>(entries.size(), most));
  return entries;
}

std::string table_attack_json(const TableAttack& result, const ReleaseJob& job,
                              std::uint64_t most) {
  const NaiveAttack& attack = result.attack;
  Json json = {{"custodian_only", true}, {"steps", result.steps}, {"released", nullptr}};
  if (!attack.released) return json.dump(2) + "\n";
  Json levels = Json::object();
  for (std::size_t c = 0; c < result.node.size(); ++c) {
    levels[job.roles.quasi_identifying[c]] = result.node[c];
  }
  json["released"] = {{"step", *attack.released + 1},
                      {"levels", levels},
                      {"records", attack.cells.records()},
                      {"groups", result.groups}};
  json["could_hold"] = attack.could_hold;
  json["decisive"] = attack.decisive;
  json["answer"] = to_string(attack.answer);
  json["tables"] = attack.tables ? Json(attack.tables->get_str()) : Json();
  json["worst"] = Json::array();
  for (const auto& [record, cell] : worst_records(attack, most)) {
    json["worst"].push_back(guess_json(result.records[record] + 1, attack.guesses[cell]));
  }
  json["mean_best_guess"] = rounded(attack.mean_share(), 4);
  json["mean_shown"] = rounded(attack.mean_shown(), 4);
  json["above"] = attack.above();
  json["unclear"] = attack.unclear();
  json["chains"] = attack.chains ? chains_json(*attack.chains) : Json();
  const std::optional<Rational> bound = bound_of(result.property);
  json["bound"] = bound ? Json(to_string(*bound)) : Json();
  json["breaks"] = verdict_json(attack.verdict);
  return json.dump(2) + "\n";
}

}  // namespace overt
