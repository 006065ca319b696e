#pragma once

// What rda, ria and gda have in common: they make a family set (streamline/family_set.h), and
// the job's min_group picks a member of it, by public things alone.

#include <cstdint>
#include <memory>
#include <span>

#include "overt/release/methods/method.h"
#include "overt/streamline/family_set.h"

namespace overt {

// `ranks[r]` is the weighted rank of record r; empty for those that do not look at ranks.
using MakeFamily = FamilySet(std::span<const Code> values, Code domain,
                             std::span<const std::uint32_t> ranks, std::uint32_t l,
                             RandomSource& coins, Progress& progress);

// `ranked`: `make` looks at ranks. Throws as weighted_ranks() does.
std::unique_ptr<BoundMethod> bind_family(const MethodInput& input, bool ranked, MakeFamily* make);

}  // namespace overt
