#pragma once

// Mondrian as others would write it: every column's median cut is tried, the widest first, until
// one keeps to 1/l, and what cannot be cut is dealt into groups of l. It leaks twice
// (docs/algorithms/local.md), and is here to show what safety costs.

#include <cstdint>
#include <span>
#include <vector>

#include "overt/base/random.h"
#include "overt/local/public_tree.h"
#include "overt/table/column.h"
#include "overt/table/groups.h"

namespace overt::bench {

Groups retrying_mondrian(std::span<const Code> values, Code domain,
                         const std::vector<SplitColumn>& columns, std::uint32_t l,
                         RandomSource& coins);

}  // namespace overt::bench
