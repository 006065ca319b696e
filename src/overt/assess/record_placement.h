#pragma once

// Who stands in which group of a generalized release? The files do not say where rectangles
// overlap. A custodian who has kept no groups draws a grouping that agrees with both the release
// and the table: every record in a group whose rectangle holds it, every group with its values.
// That falls apart by values: the records that have v take the places that groups have for v.
//
//   people of 30, 40 with flu; groups [20, 50] and [25, 35], both with a flu
//     ->   40 must stand in the first, so 30 stands in the second
//
// Found by augmenting paths (a bipartite matching), then mixed by random swaps, so that no fitting
// grouping is preferred. Where every record fits one group it is the true one.
//
// Cost: for each record the groups that share its rarest code, for each group the records of a
// value that have no place yet, and swaps linear in the records. 600,000 records in groups of four
// take about 13 s.

#include <cstdint>
#include <optional>
#include <vector>

#include "overt/base/progress.h"
#include "overt/base/random.h"
#include "overt/table/column.h"
#include "overt/table/groups.h"
#include "overt/utility/released_table.h"

namespace overt {

struct RecordPlacement {
  Groups groups;              // in the order of the release
  std::uint64_t several = 0;  // records that fit more than one group with their value
};

// Nothing if there is no such grouping: the release is not one of this table. REQUIRES: the
// release is generalized, its multiset of values is that of `sensitive`, and `quasi` are its
// columns in their order.
std::optional<RecordPlacement> place_records(const std::vector<const Column*>& quasi,
                                             const Column& sensitive, const ReleasedTable& release,
                                             RandomSource& coins, Progress& progress);

}  // namespace overt
