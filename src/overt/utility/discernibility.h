#pragma once

// The discernibility metric: every record costs as many as there are records
// that the release cannot tell from it, so
//
//   DM = sum over the groups of |g|^2          groups of 3 and 4: 9 + 16 = 25
//
// and the average group has N / (number of groups) records. Both are functions
// of the release alone.
//
// Bayardo, Agrawal: Data Privacy through Optimal k-Anonymization, ICDE 2005.

#include "overt/base/ratio.h"
#include "overt/utility/released_table.h"

namespace overt {

// Exact: a table has at most kMostRecords (table/counted_source.h).
Wide discernibility(const ReleasedTable& release);

// REQUIRES: there is a group.
double average_group(const ReleasedTable& release);

}  // namespace overt
