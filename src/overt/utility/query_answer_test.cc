// Every answer to every query on every small table: three records with two
// quasi-identifying values and two sensitive ones, every way to group them, every
// cell that covers a group, both forms.

#include <gtest/gtest.h>

#include "overt/utility/anatomy_estimate.h"
#include "overt/utility/generalized_estimate.h"
#include "overt/utility/histogram.h"
#include "overt/utility/query_answer_reference.h"

namespace overt {
namespace {

constexpr std::size_t kRecords = 3;
constexpr Code kDomain = 2;
const std::vector<std::size_t> kColumns = {0};
// Group of each record, one line for every partition.
constexpr unsigned kPartitions[5][kRecords] = {
    {0, 0, 0}, {0, 0, 1}, {0, 1, 0}, {0, 1, 1}, {0, 1, 2}};

// Query number s + 4 * q takes the codes that are the bits of s and of q.
QueryBatch every_query() {
  QueryBatch batch;
  batch.queries = 16;
  batch.takes.assign(2, std::vector<std::uint64_t>(kDomain, 0));
  for (std::size_t query = 0; query < batch.queries; ++query) {
    for (Code code = 0; code < kDomain; ++code) {
      batch.takes[0][code] |= std::uint64_t{query >> (2 + code) & 1} << query;
      batch.takes[1][code] |= std::uint64_t{query >> code & 1} << query;
    }
  }
  return batch;
}

// The release of a table by a partition; bit g of `wide` gives group g the cell of
// all values where one would do.
ReleasedTable released(const std::vector<Code>& quasi, const std::vector<Code>& sensitive,
                       const unsigned* partition, bool anatomy, unsigned wide) {
  ReleasedTable release;
  (anatomy ? release.exact.resize(1) : release.cells.resize(1));
  std::uint32_t records = 0;
  for (unsigned g = 0; g < kRecords; ++g) {
    std::vector<Code> codes;
    std::vector<std::uint32_t> counts(kDomain, 0);
    for (std::size_t r = 0; r < kRecords; ++r) {
      if (partition[r] != g) continue;
      codes.push_back(quasi[r]);
      ++counts[sensitive[r]];
    }
    if (codes.empty()) continue;
    for (Code code = 0; code < kDomain; ++code) {
      if (counts[code] > 0) release.values.push_back({code, counts[code]});
    }
    records += static_cast<std::uint32_t>(codes.size());
    release.record_ends.push_back(records);
    release.value_ends.push_back(static_cast<std::uint32_t>(release.values.size()));
    if (anatomy) {
      release.exact[0].insert(release.exact[0].end(), codes.begin(), codes.end());
      continue;
    }
    if ((wide >> g & 1) != 0) codes = {0, 1};
    release.cells[0].of_group.push_back(static_cast<std::uint32_t>(release.cells[0].cells.size()));
    release.cells[0].cells.push_back(code_set(codes, kDomain));
  }
  return release;
}

TEST(QueryAnswer, IsTheReferencesForEverySmallTable) {
  const QueryBatch batch = every_query();
  Progress progress;
  std::size_t compared = 0;
  for (unsigned table = 0; table < 1U << (2 * kRecords); ++table) {
    std::vector<Code> quasi;
    std::vector<Code> sensitive;
    for (std::size_t r = 0; r < kRecords; ++r) {
      quasi.push_back(table >> (2 * r) & 1);
      sensitive.push_back(table >> (2 * r + 1) & 1);
    }
    const QueriedTable original = {{{"q", kDomain, true}, {"s", kDomain, true}},
                                   {quasi, sensitive}};
    // With the domains as they are, and as if they were too large for a histogram.
    for (const Code domain : {kDomain, Code{1000}}) {
      const std::vector<Code> domains = {domain, domain};
      const BatchAnswer truth = Histogram({quasi, sensitive}, domains).answer(batch, progress);
      for (std::size_t q = 0; q < batch.queries; ++q) {
        ASSERT_EQ(truth[q], reference_truth(original, kColumns, batch, q));
      }
      for (const auto& partition : kPartitions) {
        for (unsigned form = 0; form < 9; ++form) {  // anatomy, and 8 choices of wide cells
          const ReleasedTable release = released(quasi, sensitive, partition, form == 8, form);
          const BatchAnswer answer =
              form == 8
                  ? AnatomyEstimate(release, kColumns, domains, progress).answer(batch, progress)
                  : GeneralizedEstimate(release, kColumns, domains, progress)
                        .answer(batch, progress);
          for (std::size_t q = 0; q < batch.queries; ++q, ++compared) {
            ASSERT_NEAR(answer[q], reference_estimate(release, kColumns, batch, q), 1e-12);
          }
          EXPECT_NEAR(answer[15], kRecords, 1e-12);  // everything is asked for
        }
      }
    }
  }
  EXPECT_EQ(compared, 64U * 2 * 5 * 9 * 16);
}

}  // namespace
}  // namespace overt
