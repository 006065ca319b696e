#pragma once

// Backward traversal (Zhang et al. 2007, algorithm 2): for nested schemas. Everything
// starts with the last schema; going up, the safe parts of a block move on, as long as what
// stays behind is safe.
//
//   22030 22031 22040 23000 24000, prefixes, at least 2   ->   T3 T3 T3 T5 T5
//
// Steps and promise: docs/algorithms/backward.md. Reference: policy_reference.h.
//
// Cost: O(states * schemas).

#include <optional>

#include "overt/base/progress.h"
#include "overt/policy/predicate.h"

namespace overt {

// Nothing if no function is safe: the set of all states is not.
// REQUIRES: nested schemas (first_not_nested).
std::optional<DisclosureFunction> backward_function(const Schemas& schemas,
                                                    const Predicate& predicate,
                                                    Progress& progress = unwatched());

}  // namespace overt
