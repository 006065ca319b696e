#pragma once

// A nested chain of generalizations over many records, and tables for it.

#include <cstdint>
#include <vector>

#include "overt/base/random.h"
#include "overt/table/column.h"
#include "overt/table/groups.h"

namespace overt::bench {

// Groups of up to 200 records, each cut at random into two parts of at least a third,
// three times over: four steps, the finest first. The even kind halves exactly.
std::vector<Groups> nested_chain(std::uint32_t records, bool even, RandomSource& coins);

// `values` different values; the most frequent has about a share of `largest`.
std::vector<Code> random_table(std::uint32_t records, Code values, double largest,
                               RandomSource& coins);

}  // namespace overt::bench
