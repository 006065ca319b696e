#pragma once

// What `overt attack --json` prints, of a problem, of one of our methods on a small table, and
// of an optimal release of a real table. The last two are custodian only. Every key is on
// docs/verbs.md.

#include <cstdint>
#include <string>
#include <vector>

#include "overt/adversary/attack_method.h"
#include "overt/assess/attack_table.h"
#include "overt/job/job.h"
#include "overt/strategy/attack_problem.h"

namespace overt {

std::string attack_json(const ProblemAttack& attack, const Problem& problem);
// When the strategy releases no step.
std::string nothing_released_json();

// `job`: its method and l.
std::string method_attack_json(const MethodAttack& attack, const ReleaseJob& job);

// Lists the `most` records that are known best.
std::string table_attack_json(const TableAttack& result, const ReleaseJob& job, std::uint64_t most);

// Those records, the one that is known best first.
std::vector<NaiveAttack::Entry> worst_records(const NaiveAttack& attack, std::uint64_t most);

}  // namespace overt
