#include "queries/check.h"

#include <cmath>

#include "measure.h"
#include "overt/utility/query_answer_reference.h"

namespace overt::bench {
namespace {

constexpr std::uint64_t kSample = 2;  // queries of each workload

}  // namespace

void check_queries(const QueriedTable& original, const ReleasedTable& release,
                   const std::vector<std::size_t>& columns) {
  WorkloadOptions options;
  options.queries = kSample;
  std::vector<QueryDomain> domains;
  for (const std::size_t column : columns) domains.push_back(original.domains[column]);
  domains.push_back(original.domains.back());
  Progress silent;
  const QueryError found = query_error(original, release, columns, options, silent);
  const auto expect_mean = [&](double mean, Workload workload) {
    const QueryBatch batch = draw_queries(domains, workload, options, 0);
    double sum = 0;
    for (std::size_t q = 0; q < kSample; ++q) {
      sum += relative_error(reference_truth(original, columns, batch, q),
                            reference_estimate(release, columns, batch, q), release.records());
    }
    expect(std::abs(mean - sum / kSample) <= 1e-9 * (1 + mean), "queries: not the reference's");
  };
  expect_mean(found.ranges, Workload::ranges);
  expect_mean(found.sets, Workload::sets);
}

}  // namespace overt::bench
