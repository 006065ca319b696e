#pragma once

// Cells: records that no generalization in play can tell apart. Two records of
// one cell are interchangeable, so a possible table is fully described by how
// many records of each cell carry each value, and counting tables means
// counting such count tables.
//
//   g1 = {0 1 | 2 3}, g2 = {0 1 2 | 3}   ->   cells {0 1} {2} {3}
//
// Cost: O(records * generalizations).

#include <cstdint>
#include <span>
#include <vector>

#include "overt/table/groups.h"

namespace overt {

// The coarsest partition that refines every one of `generalizations`, its groups in
// the order of their first records, each sorted.
// REQUIRES: at least one, all of the same records.
Groups common_refinement(std::span<const Groups> generalizations);

// For each record its group.
std::vector<std::uint32_t> group_of_records(const Groups& groups);

// Whether every group of `fine` lies inside one of `coarse`.
bool refines(const Groups& fine, const Groups& coarse);

// For each group of `fine` the group of `coarse` that holds it.
// REQUIRES: `fine` refines `coarse`.
std::vector<std::uint32_t> group_of_cells(const Groups& fine, const Groups& coarse);

}  // namespace overt
