#pragma once

// The figures of a release that is in memory, against its original table: what
// measure() reads from files, and compare() has never written.
//
//   const ReleasedTable release = codes_of_groups(...);    // or read_released_codes()
//   Measures figures = measure_table(table, release, job, types, workload, progress);
//
// For the custodian only, unless the table is a twin (twin.h).

#include <cstdint>
#include <string>
#include <vector>

#include "overt/base/progress.h"
#include "overt/release/query_types.h"
#include "overt/table/column.h"
#include "overt/utility/query_error.h"
#include "overt/utility/query_workload.h"
#include "overt/utility/released_table.h"
#include "overt/verify/certificate.h"

namespace overt {

struct ColumnFigure {
  std::string column;
  double ncp = 0;
};

struct QueryFigure {
  std::string type;
  QueryError error;
};

struct Measures {
  std::uint64_t records = 0;
  std::uint64_t groups = 0;
  std::uint64_t dm = 0;
  double average_group = 0;
  double ncp = 0;
  std::vector<ColumnFigure> ncp_columns;
  std::vector<QueryFigure> query_errors;
};

// Throws Error{usage} for a workload that makes no sense.
void check_workload(const WorkloadOptions& workload);

// `types` are query_types() of the quasi-identifying columns; without queries there are no
// query errors. REQUIRES: check_workload(), and the release is one of this table.
Measures measure_table(const Table& table, const ReleasedTable& release, const CertifiedJob& job,
                       const std::vector<QueryType>& types, const WorkloadOptions& workload,
                       Progress& progress);

}  // namespace overt
