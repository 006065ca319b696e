#pragma once

// The competitors of the kernel race. Both take the array of values and the
// same kind of coins, and say which records belong together.

#include <cstdint>
#include <span>
#include <vector>

#include "overt/base/random.h"
#include "overt/table/column.h"
#include "overt/table/groups.h"

namespace overt::bench {

// streamline/rda.h.
Groups group_by_rda(std::span<const Code> values, Code domain, std::uint32_t l,
                    RandomSource& coins);

// The least that a secret grouping could cost: shuffles `values` uniformly and
// sorts them by counting. Returns the places of the shuffled array, those of
// value 0 first.
std::vector<Record> shuffle_and_sort(std::span<Code> values, Code domain, RandomSource& coins);

}  // namespace overt::bench
