#pragma once

// The figures of a release that is in memory, against its original table: what
// measure() reads from files, and compare() has never written.
//
//   ReleasedTable release = codes_of_groups(...);    // or read_released_codes()
//   Measures figures = measure_table(table, std::move(release), job, types, workload, progress);
//
// For the custodian only, unless the table is a twin (twin.h).

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "overt/assess/query_types.h"
#include "overt/base/progress.h"
#include "overt/base/ratio.h"
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

// A query in words, with the truth and what a reader of the release answers.
struct QueryExample {
  std::string type;
  std::string where;  // "age from 30 to 40, condition is flu"
  double truth = 0;
  double estimate = 0;
  double error = 0;
};

// How often each value of a column occurs, and what a reader of the release takes it to be.
struct Marginal {
  std::string column;
  bool ordered = false;
  std::vector<std::string> values;  // the missing one is NULL, at the end
  std::vector<double> before;
  std::vector<double> after;
};

struct Measures {
  std::uint64_t records = 0;
  std::uint64_t groups = 0;
  Wide dm = 0;
  double average_group = 0;
  double ncp = 0;
  std::vector<ColumnFigure> ncp_columns;
  std::vector<QueryFigure> query_errors;
  // When details are asked for. Of each type, of the first queries, the ones with the middle and
  // the largest error.
  std::vector<QueryExample> examples;
  std::vector<Marginal> marginals;
};

// Throws Error{usage} for a workload that makes no sense.
void check_workload(const WorkloadOptions& workload);

// `types` are query_types() of the quasi-identifying columns; without queries there are no
// query errors. REQUIRES: check_workload(), and the release is one of this table.
// `counts`: of the table's rows, if it is one of counts.
Measures measure_table(const Table& table, ReleasedTable release, const CertifiedJob& job,
                       const std::vector<QueryType>& types, const WorkloadOptions& workload,
                       Progress& progress, bool details = false,
                       std::span<const std::uint64_t> counts = {});

}  // namespace overt
