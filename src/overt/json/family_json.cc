#include "overt/json/family_json.h"

#include <nlohmann/json.hpp>

#include "overt/json/worst_json.h"

namespace overt {
namespace {

using Json = nlohmann::ordered_json;

Json partition_json(const Groups& groups) {
  Json result = Json::array();
  for (std::size_t g = 0; g < groups.size(); ++g) {
    result.push_back(std::vector<Record>(groups[g].begin(), groups[g].end()));
  }
  return result;
}

Json worst_or_null(const SetSummary& set, const Problem& problem) {
  return set.worst ? worst_json(*set.worst, problem) : Json();
}

}  // namespace

std::string family_json(const ExplainedFamily& family) {
  const FamilySafety& safety = family.safety;
  Json locally_safe = Json::array();
  for (const Groups& one : family.locally_safe) locally_safe.push_back(partition_json(one));
  Json image = {{"tables", safety.image.tables->get_str()},
                {"verdict", to_string(safety.image.verdict)},
                {"worst", worst_or_null(safety.image, family.problem)}};
  if (*safety.image.tables <= kTablesListed) {
    image["list"] = Json::array();
    for (const auto& table : safety.tables) {
      Json values = Json::array();
      for (const Code value : table) values.push_back(family.problem.values[value]);
      image["list"].push_back(values);
    }
  }
  Json partitions = Json::array();
  for (std::size_t p = 0; p < family.set.size(); ++p) {
    const PartitionSafety& one = safety.partitions[p];
    Json entry = {{"partition", partition_json(family.set[p])},
                  {"locally_safe", one.locally_safe},
                  {"tables", one.left.tables->get_str()},
                  {"verdict", to_string(one.left.verdict)},
                  {"worst", worst_or_null(one.left, family.problem)}};
    if (family.candidates) entry["self_contained"] = bool{family.candidates->self_contained[p]};
    partitions.push_back(entry);
  }
  Json json = {{"locally_safe", locally_safe},
               {"image", image},
               {"globally_safe", safety.globally_safe()},
               {"strongly_globally_safe", safety.strongly_globally_safe()},
               {"partitions", partitions}};
  if (family.candidates) {
    json["candidates"] = {{"valid", family.candidates->valid},
                          {"l", family.candidates->l},
                          {"l_cover", family.candidates->l_cover}};
  }
  return json.dump(2) + "\n";
}

}  // namespace overt
