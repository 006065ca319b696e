#pragma once

// The query workload error of a release: how far a reader's answers to count
// queries are from the truth,
//
//   |true - estimate| / max(true, 0.5 % of N)
//
// as the mean over the queries of a type. The floor keeps queries that hardly any
// record satisfies from ruling the mean.
//
//   N = 1000: true 40, estimate 50 -> 0.25      true 2, estimate 4 -> 2/5
//
// It depends on the secret table: for the custodian's eyes only.
//
// Cost: a histogram of the original and one of the release (or its merged groups)
// for each type, then a pass over them for every 64 queries; batches run on all
// cores, and the result does not depend on how many there are.
//
// Liu and Wang 2012, section 4.2, has the error and its floor.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "overt/base/progress.h"
#include "overt/utility/query_workload.h"
#include "overt/utility/released_table.h"

namespace overt {

// The original as far as queries are concerned.
struct QueriedTable {
  std::vector<QueryDomain> domains;            // quasi-identifying, the sensitive one last
  std::vector<std::span<const Code>> codes;    // of the same columns, one for each record ..
  std::span<const std::uint64_t> counts = {};  // .. or for each row that stands for so many

  std::uint64_t records() const;
};

// Some of its columns, and the sensitive one behind them.
struct QueriedColumns {
  std::vector<QueryDomain> domains;
  std::vector<Code> sizes;  // of the domains
  std::vector<std::span<const Code>> codes;
};
QueriedColumns queried_columns(const QueriedTable& original,
                               const std::vector<std::size_t>& columns);

struct QueryError {
  double ranges = 0;
  double sets = 0;
  // Of the ranges, the mean of those whose true count is at least the bound below which errors are
  // measured against the bound (0.5 % of the records), nothing where there are none; and how many
  // have a smaller one.
  std::optional<double> large_ranges = {};
  std::uint64_t small_ranges = 0;
};

// The error of one query.
double relative_error(double truth, double estimate, std::uint64_t records);

// The mean errors of queries on these quasi-identifying columns, in both
// workloads; 0 without queries. `threads` as for parallel_for().
// REQUIRES: `release` has the columns and as many records as `original`.
QueryError query_error(const QueriedTable& original, const ReleasedTable& release,
                       const std::vector<std::size_t>& columns, const WorkloadOptions& options,
                       Progress& progress, std::size_t threads = 0);

}  // namespace overt
