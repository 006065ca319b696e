#pragma once

// What `overt policy --json` prints: the disclosure function state by state, whether it is
// safe, whether it is optimal. Every key is on docs/verbs.md.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "overt/base/progress.h"
#include "overt/policy/policy.h"

namespace overt {

// REQUIRES: the policy was not refused.
std::string policy_json(const PolicyProblem& problem, const PolicyOptions& options,
                        const Policy& policy, Progress& progress = unwatched());

struct SchemaCounts {
  std::size_t states = 0, sets = 0;
};

// schema -> states that have it, and their disclosure sets.
std::vector<SchemaCounts> schema_counts(const PolicyProblem& problem, const Policy& policy);

// How optimality was decided: theorem, search or none.
std::string_view optimal_by(const Policy& policy);

}  // namespace overt
