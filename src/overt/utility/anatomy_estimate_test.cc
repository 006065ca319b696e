#include "overt/utility/anatomy_estimate.h"

#include <gtest/gtest.h>

#include "overt/utility/query_answer_reference.h"
#include "overt/utility/random_release_for_tests.h"

namespace overt {
namespace {

TEST(AnatomyEstimate, AnswersTheExampleOfItsHeader) {
  ReleasedTable release;
  release.record_ends = {3};
  release.value_ends = {3};
  release.values = {{0, 1}, {1, 1}, {2, 1}};
  release.exact = {{2, 0, 1}};
  QueryBatch batch;
  batch.queries = 2;
  batch.takes = {{0b11, 0b11, 0b10}, {0b10, 0b11, 0b10}};
  Progress progress;
  const std::vector<std::size_t> columns = {0};
  // Three records have too few codes for an array of 9, so both ways are asked.
  for (const std::vector<Code>& domains : {std::vector<Code>{3, 3}, std::vector<Code>{300, 300}}) {
    const AnatomyEstimate estimate(release, columns, domains, progress);
    const BatchAnswer answer = estimate.answer(batch, progress);
    EXPECT_DOUBLE_EQ(answer[0], 2.0 / 3);
    EXPECT_DOUBLE_EQ(answer[1], 3);  // everything: no error
  }
}

TEST(AnatomyEstimate, AgreesWithTheReference) {
  Progress progress;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    SeededRandom coins(seed);
    const std::size_t columns = coins.below(4);
    const Code largest = seed % 2 == 0 ? 3 : 40;
    const RandomRelease table = random_release(1 + coins.below(30), columns, largest, 9, coins);
    std::vector<std::size_t> queried(columns);
    std::iota(queried.begin(), queried.end(), std::size_t{0});
    std::vector<Code> sizes;
    for (const QueryDomain& domain : table.original.domains) sizes.push_back(domain.size);
    const AnatomyEstimate estimate(table.anatomy, queried, sizes, progress);
    for (const Workload workload : {Workload::ranges, Workload::sets}) {
      const WorkloadOptions options = {1 + coins.below(64), seed, 0.3};
      const QueryBatch batch = draw_queries(table.original.domains, workload, options, 0);
      const BatchAnswer answer = estimate.answer(batch, progress);
      for (std::size_t q = 0; q < kBatch; ++q) {
        ASSERT_NEAR(answer[q], reference_anatomy(table.anatomy, queried, batch, q), 1e-9) << seed;
      }
    }
  }
}

// Groups with so many values that pairs of records and values are not counted.
TEST(AnatomyEstimate, TakesLargeGroupsOneByOne) {
  Progress progress;
  SeededRandom coins(1);
  const RandomRelease table = random_release(900, 1, 80, 900, coins);
  const std::vector<Code> sizes = {table.original.domains[0].size, table.original.domains[1].size};
  const AnatomyEstimate estimate(table.anatomy, std::vector<std::size_t>{0}, sizes, progress);
  const QueryBatch batch = draw_queries(table.original.domains, Workload::sets, {}, 0);
  const BatchAnswer answer = estimate.answer(batch, progress);
  for (std::size_t q = 0; q < kBatch; ++q) {
    ASSERT_NEAR(answer[q], reference_anatomy(table.anatomy, {0}, batch, q), 1e-9);
  }
}

}  // namespace
}  // namespace overt
