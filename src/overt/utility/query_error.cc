#include "overt/utility/query_error.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <optional>

#include "overt/base/parallel.h"
#include "overt/utility/histogram.h"
#include "overt/utility/release_estimate.h"

namespace overt {

std::uint64_t QueriedTable::records() const {
  return counts.empty() ? codes[0].size()
                        : std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

QueriedColumns queried_columns(const QueriedTable& original,
                               const std::vector<std::size_t>& columns) {
  QueriedColumns result;
  const auto query = [&](std::size_t column) {
    result.domains.push_back(original.domains[column]);
    result.sizes.push_back(original.domains[column].size);
    result.codes.push_back(original.codes[column]);
  };
  for (const std::size_t column : columns) query(column);
  query(original.domains.size() - 1);
  return result;
}

namespace {

double sanity_bound(std::uint64_t records) { return 0.005 * static_cast<double>(records); }

}  // namespace

double relative_error(double truth, double estimate, std::uint64_t records) {
  return std::abs(truth - estimate) / std::max(truth, sanity_bound(records));
}

QueryError query_error(const QueriedTable& original, const ReleasedTable& release,
                       const std::vector<std::size_t>& columns, const WorkloadOptions& options,
                       Progress& progress, std::size_t threads) {
  if (options.queries == 0) return {};
  const QueriedColumns queried = queried_columns(original, columns);
  const std::uint64_t records = original.records();

  std::optional<Histogram> truth;
  std::optional<ReleaseEstimate> estimate;
  parallel_for(
      2,
      [&](std::size_t side) {
        if (side == 0) {
          estimate.emplace(release, columns, queried.sizes, progress);
        } else {
          truth.emplace(queried.codes, queried.sizes, original.counts);
        }
      },
      threads);

  const std::size_t batches = (options.queries + kBatch - 1) / kBatch;
  const auto errors_of = [&](Workload workload, std::vector<double>& truths) {
    std::vector<double> errors(options.queries);
    truths.resize(options.queries);
    parallel_for(
        batches,
        [&](std::size_t number) {
          progress.check();
          const QueryBatch batch = draw_queries(queried.domains, workload, options, number);
          const BatchAnswer exact = truth->answer(batch, progress);
          const BatchAnswer answer = estimate->answer(batch, progress);
          for (std::size_t q = 0; q < batch.queries; ++q) {
            truths[number * kBatch + q] = exact[q];
            errors[number * kBatch + q] = relative_error(exact[q], answer[q], records);
          }
        },
        threads);
    return errors;
  };
  const auto mean = [](const std::vector<double>& errors) {
    return std::accumulate(errors.begin(), errors.end(), 0.0) / static_cast<double>(errors.size());
  };
  QueryError result;
  std::vector<double> truths;
  result.sets = mean(errors_of(Workload::sets, truths));
  const std::vector<double> ranges = errors_of(Workload::ranges, truths);
  result.ranges = mean(ranges);
  double large = 0;
  for (std::size_t q = 0; q < ranges.size(); ++q) {
    if (truths[q] < sanity_bound(records)) {
      ++result.small_ranges;
    } else {
      large += ranges[q];
    }
  }
  if (result.small_ranges < ranges.size()) {
    result.large_ranges = large / static_cast<double>(ranges.size() - result.small_ranges);
  }
  return result;
}

}  // namespace overt
