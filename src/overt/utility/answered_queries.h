#pragma once

// The first queries of a workload one by one, with the truth and what a reader of the release
// answers: examples of what query_error() averages.
//
//   age 30 to 40, flu: truth 2, estimate 1, error 0.5
//
// Depends on the secret table: for the custodian's eyes only.

#include <vector>

#include "overt/base/progress.h"
#include "overt/utility/query_error.h"
#include "overt/utility/query_workload.h"
#include "overt/utility/released_table.h"

namespace overt {

struct AnsweredQuery {
  std::vector<std::vector<Code>> takes;  // codes in each queried column, the sensitive one last
  double truth = 0;
  double estimate = 0;
  double error = 0;
};

// The first batch of the queries that query_error() asks of the workload `ranges`: at most
// kBatch. REQUIRES: as query_error().
std::vector<AnsweredQuery> answered_queries(const QueriedTable& original,
                                            const ReleasedTable& release,
                                            const std::vector<std::size_t>& columns,
                                            const WorkloadOptions& options, Progress& progress);

}  // namespace overt
