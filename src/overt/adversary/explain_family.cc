#include "overt/adversary/explain_family.h"

#include <algorithm>
#include <utility>

#include "overt/streamline/candidates.h"
#include "overt/streamline/l_cover.h"
#include "overt/streamline/self_contained.h"

namespace overt {
namespace {

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

}  // namespace

ExplainedFamily::ExplainedFamily(FamilyProblem given, Progress& progress)
    : problem(std::move(given.problem)) {
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
  safety = family_safety(set, problem.table, values, *property, progress);
  if (!given.candidates.empty()) candidates = found_of(given.candidates, set, problem.table);
}

}  // namespace overt
