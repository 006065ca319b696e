#pragma once

// Count queries in words, for people: which they are, and how well a release answers them.
//
//   age from 30 to 40, condition is flu        2 true, 1.3 estimated
//
// Custodian only.

#include <vector>

#include "overt/assess/measure_table.h"
#include "overt/assess/query_types.h"
#include "overt/base/progress.h"
#include "overt/table/column.h"
#include "overt/table/schema.h"
#include "overt/utility/query_error.h"

namespace overt {

// Adds the queries of this type with the middle and with the largest error among the first
// that some record satisfies (or that are satisfied by none, if all are so).
void add_examples(const QueryType& type, const Table& table, const Roles& roles,
                  const QueriedTable& queried, const ReleasedTable& release,
                  const WorkloadOptions& options, Progress& progress,
                  std::vector<QueryExample>& examples);

}  // namespace overt
