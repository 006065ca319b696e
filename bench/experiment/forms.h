#pragma once

// The two forms of a release in memory, as a reader of the files would have them:
// the experiment asks thousands of questions of twenty releases a table, and
// writing and reading those would only take time.

#include "overt/table/column.h"
#include "overt/table/groups.h"
#include "overt/utility/released_table.h"

namespace overt::bench {

// The last column of `table` is the sensitive one. Cells are as in
// release/generalize.h: intervals in ordered columns, else sets.
ReleasedTable generalized_form(const Table& table, const Groups& groups);
ReleasedTable anatomy_form(const Table& table, const Groups& groups);

// Throws WrongResult unless every record is inside its group's cells (or among
// its exact values) and every group has its own sensitive values.
void check_form(const ReleasedTable& release, const Table& table, const Groups& groups);

}  // namespace overt::bench
