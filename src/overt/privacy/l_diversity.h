#pragma once

// Distinct and recursive l-diversity (Machanavajjhala, Kifer, Gehrke and
// Venkitasubramaniam 2007). With the counts of a group's values in descending
// order r1 >= r2 >= .. >= rm:
//
//   distinct l-diversity         m >= l
//   recursive (c,l)-diversity    r1 < c * (rl + .. + rm)
//
//   counts 10, 1, 1   ->   distinct 3-diverse; recursive with l = 2 for c > 5
//
// The third kind, entropy l-diversity, is in entropy_diversity.h.

#include <cstdint>
#include <optional>
#include <span>

#include "overt/base/ratio.h"

namespace overt {

// The largest l for which a group with these (positive) counts is distinct
// l-diverse.
inline std::uint64_t distinct_l(std::span<const std::uint64_t> counts) { return counts.size(); }

// r1 / (rl + .. + rm): the group is recursive (c,l)-diverse exactly for the c
// above it. Nothing when there are fewer than l values, and so no such c.
// O(values) for l = 2. REQUIRES: l >= 2, some value.
std::optional<Ratio> recursive_c(std::span<const std::uint64_t> counts, std::uint64_t l);

}  // namespace overt
