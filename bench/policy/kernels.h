#pragma once

// The competitors of the policy race.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "overt/policy/policy.h"

namespace overt::bench {

// Everything from the codes to a checked function: prefix schemas, the method, and
// check_safety. At least `least` states; no search for something better.
DisclosureFunction find_function(std::span<const std::string> codes, PolicyMethod method,
                                 std::uint64_t least);

// The least that looking at prefixes could cost: std::sort of the codes.
std::vector<std::string> sort_codes(std::span<const std::string> codes);

}  // namespace overt::bench
