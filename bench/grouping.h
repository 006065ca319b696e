#pragma once

// What a grouping must be, looked at without the code that made it.

#include <cstdint>
#include <span>

#include "overt/table/column.h"
#include "overt/table/groups.h"

namespace overt::bench {

// Throws WrongResult unless `groups` is a partition of the records in which no
// value takes more than 1/l of a group.
void check_grouping(const Groups& groups, std::span<const Code> values, Code domain,
                    std::uint32_t l);

// DM, the discernibility metric: the sum of squared group sizes, as an excess
// over its optimum N*l in per cent.
double dm_excess_percent(const Groups& groups, std::uint32_t l);

}  // namespace overt::bench
