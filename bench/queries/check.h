#pragma once

// Whether the errors of queries are what the definitions say, on a sample: the
// first queries of each type, answered by the slow reference.

#include <vector>

#include "overt/utility/query_error.h"
#include "overt/utility/released_table.h"

namespace overt::bench {

// Throws WrongResult unless query_error() agrees with the reference.
void check_queries(const QueriedTable& original, const ReleasedTable& release,
                   const std::vector<std::size_t>& columns);

}  // namespace overt::bench
