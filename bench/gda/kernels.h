#pragma once

// The competitors of the GDA race.

#include <cstdint>
#include <span>
#include <vector>

#include "overt/base/random.h"
#include "overt/table/column.h"
#include "overt/table/groups.h"

namespace overt::bench {

// streamline/gda.h.
Groups group_by_gda(std::span<const Code> values, Code domain, std::span<const std::uint32_t> ranks,
                    std::uint32_t l, RandomSource& coins);

// The least that putting neighbours together could cost: std::sort of one key of
// 64 bits a record, rank and record.
std::vector<std::uint64_t> sort_keys(std::span<const std::uint32_t> ranks);

}  // namespace overt::bench
