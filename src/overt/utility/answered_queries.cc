#include "overt/utility/answered_queries.h"

#include "overt/utility/histogram.h"
#include "overt/utility/release_estimate.h"

namespace overt {

std::vector<AnsweredQuery> answered_queries(const QueriedTable& original,
                                            const ReleasedTable& release,
                                            const std::vector<std::size_t>& columns,
                                            const WorkloadOptions& options, Progress& progress) {
  std::vector<AnsweredQuery> result;
  if (options.queries == 0) return result;
  const auto [domains, sizes, codes] = queried_columns(original, columns);

  const QueryBatch batch = draw_queries(domains, Workload::ranges, options, 0);
  const BatchAnswer truth = Histogram(codes, sizes, original.counts).answer(batch, progress);
  const BatchAnswer estimate =
      ReleaseEstimate(release, columns, sizes, progress).answer(batch, progress);
  for (std::size_t q = 0; q < batch.queries; ++q) {
    AnsweredQuery& answered = result.emplace_back();
    for (const std::vector<std::uint64_t>& takes : batch.takes) {
      std::vector<Code>& taken = answered.takes.emplace_back();
      for (Code code = 0; code < takes.size(); ++code) {
        if ((takes[code] >> q & 1U) != 0) taken.push_back(code);
      }
    }
    answered.truth = truth[q];
    answered.estimate = estimate[q];
    answered.error = relative_error(truth[q], estimate[q], original.records());
  }
  return result;
}

}  // namespace overt
