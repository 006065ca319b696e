#include "cli/family_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "cli/draw_tables.h"
#include "cli/problem_flags.h"
#include "overt/streamline/candidates.h"
#include "overt/streamline/l_cover.h"
#include "overt/streamline/self_contained.h"

namespace overt::cli {
namespace {

using Json = nlohmann::ordered_json;

CandidatesFound found_of(const std::vector<std::vector<Record>>& given,
                         const std::vector<Groups>& set, const std::vector<Code>& table) {
  Candidates candidates(given.size(), static_cast<std::uint32_t>(given[0].size() + 1));
  for (Record r = 0; r < given.size(); ++r) {
    std::copy(given[r].begin(), given[r].end(), candidates.partners(r).begin());
  }
  CandidatesFound result;
  result.l = candidates.l();
  result.valid = candidates.is_valid(table);
  for (const Groups& partition : set) {
    result.self_contained.push_back(is_self_contained(partition, candidates));
  }
  result.l_cover = is_l_cover(set, table, candidates);
  return result;
}

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

std::string yes(bool answer) { return answer ? "yes" : "no"; }

std::string set_text(const SetSummary& set, const Problem& problem, std::size_t width) {
  std::string text = padded(counted(*set.tables), width) + "  ";
  text += to_string(set.verdict);
  if (set.worst) text += ": " + worst_text(*set.worst, problem);
  return text;
}

}  // namespace

ExplainedFamily::ExplainedFamily(FamilyProblem given) : problem(std::move(given.problem)) {
  const std::vector<std::uint64_t> overall = problem.overall();
  const bool all = problem.generalizations.empty();
  check_family_size(overall, all);
  const auto property = make_property(problem.property, overall);
  const Code values = problem.value_count();
  const std::vector<Groups> partitions =
      all ? all_partitions(problem.records.size()) : problem.generalizations;
  considered = partitions.size();
  locally_safe = locally_safe_set(partitions, problem.table, values, *property);
  set = all ? locally_safe : partitions;
  safety = family_safety(set, problem.table, values, *property);
  if (!given.candidates.empty()) candidates = found_of(given.candidates, set, problem.table);
}

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

std::string family_text(const ExplainedFamily& family) {
  const Problem& problem = family.problem;
  const FamilySafety& safety = family.safety;
  std::string text =
      fmt::format("{}, {}, {}; {}\n\n", number_of(problem.records.size(), "record"),
                  number_of(problem.values.size(), "value"),
                  number_of(family.considered, "partition"), to_string(problem.property));
  const auto line = [&](const char* name, const std::string& what) {
    text += fmt::format("{:<22}  {}\n", name, what);
  };
  line("locally safe", fmt::format("{} of {}", family.locally_safe.size(),
                                   number_of(family.considered, "partition")));
  line("image", set_text(safety.image, problem, 0));
  line("globally safe", yes(safety.globally_safe()));
  line("strongly globally safe", yes(safety.strongly_globally_safe()));
  if (const auto& found = family.candidates) {
    line("candidates", fmt::format("{}, l {}", found->valid ? "valid" : "not valid", found->l));
    line("l-cover", yes(found->l_cover));
  }

  const std::vector<std::string> lines = draw_tables(safety.tables, problem);
  if (!lines.empty()) text += "\nimage\n";
  for (const std::string& drawn : lines) text += "  " + drawn + "\n";

  std::vector<std::string> names;
  std::size_t name_width = 0;
  std::size_t count_width = 0;
  for (std::size_t p = 0; p < family.set.size(); ++p) {
    names.push_back(groups_text(family.set[p], " ", [&](Record r) { return problem.records[r]; }));
    name_width = std::max(name_width, width_of(names.back()));
    count_width = std::max(count_width, counted(*safety.partitions[p].left.tables).size());
  }
  if (!names.empty()) text += "\nonce a partition is released\n";
  for (std::size_t p = 0; p < family.set.size(); ++p) {
    const PartitionSafety& one = safety.partitions[p];
    text += fmt::format("  {}  {}", padded(names[p], name_width),
                        set_text(one.left, problem, count_width));
    if (!one.locally_safe) text += "; not locally safe";
    if (family.candidates) {
      text += family.candidates->self_contained[p] ? "; self-contained" : "; not self-contained";
    }
    text += "\n";
  }
  return text;
}

}  // namespace overt::cli
