#pragma once

// The pages of `overt attack --html`: what an adversary who knows the algorithm is left
// with, as bars against what is allowed, with exact fractions where they were counted, and how
// sure that is. The pages of a table are the custodian's alone, and say so on every
// printed page.

#include <cstdint>
#include <string>
#include <string_view>

#include "overt/adversary/attack_method.h"
#include "overt/assess/attack_table.h"
#include "overt/job/job.h"
#include "overt/strategy/attack_problem.h"

namespace overt {

std::string attack_page(const ProblemAttack& attack, const Problem& problem,
                        std::string_view strategy);
// When the strategy releases no step.
std::string nothing_released_page(const Problem& problem, std::string_view strategy);

// `job`: its method and l.
std::string method_attack_page(const MethodAttack& attack, const ReleaseJob& job);

// Draws the `most` records that are known best.
std::string table_attack_page(const TableAttack& result, const ReleaseJob& job, std::uint64_t most);

}  // namespace overt
