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

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "overt/assess/measure_table.h"
#include "overt/base/progress.h"
#include "overt/table/storage.h"
#include "overt/utility/query_workload.h"

namespace overt {

struct MeasureOptions {
  ReadOptions reading;                            // of the original
  std::optional<std::vector<std::string>> pairs;  // see query_types.h
  WorkloadOptions workload;                       // without queries: no query errors
  bool details = false;                           // examples and marginals, too
};

// Throws Error{usage} for options that make no sense or do not fit the release,
// Error{malformed} when the files are not those of the certificate or the release
// is not one of this table.
Measures measure(const std::filesystem::path& folder, const std::string& original,
                 const MeasureOptions& options, Storage& storage, Progress& progress);

}  // namespace overt
