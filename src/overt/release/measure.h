#pragma once

// What a release is good for, measured against the table that it was made from:
// discernibility, average group, certainty penalty, errors of count queries
// (docs/concepts/utility.md). For the custodian only: the errors are functions of
// the secret table, and publishing them can void what the release promises.
//
//   Measures figures = measure("release", "patients.csv", {}, storage, progress);
//
// Cost: reading both tables, then the queries, 64 at a time on all cores. Memory:
// 4 bytes a cell of the original beside its values, and what the groups say.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "overt/base/progress.h"
#include "overt/table/storage.h"
#include "overt/utility/query_error.h"
#include "overt/utility/query_workload.h"

namespace overt {

struct MeasureOptions {
  ReadOptions reading;                            // of the original
  std::optional<std::vector<std::string>> pairs;  // see query_types.h
  WorkloadOptions workload;                       // without queries: no query errors
  bool details = false;                           // examples and marginals, too
};

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
  std::uint64_t dm = 0;
  double average_group = 0;
  double ncp = 0;
  std::vector<ColumnFigure> ncp_columns;
  std::vector<QueryFigure> query_errors;
  // With MeasureOptions::details. Of each type, of the first queries, the ones with the middle and
  // the largest error.
  std::vector<QueryExample> examples;
  std::vector<Marginal> marginals;
};

// Throws Error{usage} for options that make no sense or do not fit the release,
// Error{malformed} when the files are not those of the certificate or the release
// is not one of this table.
Measures measure(const std::filesystem::path& folder, const std::string& original,
                 const MeasureOptions& options, Storage& storage, Progress& progress);

}  // namespace overt
