#pragma once

// The same public tree, cut while both parts keep to 1/l and without stop probabilities:
// Mondrian. It leaks (docs/algorithms/local.md), and is here to be raced and measured.

#include <cstdint>
#include <span>

#include "overt/local/public_tree.h"
#include "overt/table/column.h"
#include "overt/table/groups.h"

namespace overt::bench {

Groups without_veil(std::span<const Code> values, Code domain, Splitter& tree, std::uint32_t l);

}  // namespace overt::bench
