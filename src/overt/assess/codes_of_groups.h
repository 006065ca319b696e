#pragma once

// A release in the codes of its table, made without writing it: what
// read_released_codes() would read from the files of the same groups, up to the order
// of the groups.
//
// Cells go through the same texts as on their way through a file (generalize.h,
// cell_reader.h), so that a measured figure is that of the files. Cost: O(N) for each
// column, beside the texts of the cells.

#include <map>
#include <string>

#include "overt/base/progress.h"
#include "overt/hierarchy/hierarchy.h"
#include "overt/job/job.h"
#include "overt/table/column.h"
#include "overt/table/groups.h"
#include "overt/utility/released_table.h"

namespace overt {

// REQUIRES: the groups are a partition of the table's records.
ReleasedTable codes_of_groups(const ReleaseJob& job, const Table& table,
                              const std::map<std::string, Hierarchy>& hierarchies,
                              const Groups& groups, Progress& progress);

}  // namespace overt
