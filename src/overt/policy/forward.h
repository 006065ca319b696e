#pragma once

// Forward traversal (Zhang et al. 2007, algorithm 3): for any schemas. Going down, what is
// not assigned yet of a block is assigned as soon as it is safe by itself.
//
//   22030 22031 22040 23000 24000, prefixes, at least 2   ->   T2 T2 T5 T5 T5
//
// Steps, promise and proof: docs/algorithms/forward.md. Reference: policy_reference.h.
//
// Cost: O(states * schemas) with few states left after each schema; a million codes of 12
// digits take about as long as sorting them.

#include <optional>

#include "overt/base/progress.h"
#include "overt/policy/predicate.h"

namespace overt {

// Nothing if no function is safe: the set of all states is not.
std::optional<DisclosureFunction> forward_function(const Schemas& schemas,
                                                   const Predicate& predicate,
                                                   Progress& progress = unwatched());

}  // namespace overt
