#include "overt/utility/histogram.h"

#include <gtest/gtest.h>

#include "overt/utility/query_answer_reference.h"
#include "overt/utility/random_release_for_tests.h"

namespace overt {
namespace {

TEST(Histogram, CountsTheExampleOfItsHeader) {
  const std::vector<Code> age = {0, 0, 0, 1};
  const std::vector<Code> condition = {0, 0, 1, 0};
  const std::vector<Code> domains = {2, 2};
  QueryBatch batch;
  batch.queries = 3;
  batch.takes = {{0b101, 0b110}, {0b111, 0b001}};
  Progress progress;
  const BatchAnswer answer = Histogram({age, condition}, domains).answer(batch, progress);
  EXPECT_EQ(answer[0], 3);  // age 30, any value
  EXPECT_EQ(answer[1], 1);  // age 41, flu
  EXPECT_EQ(answer[2], 3);  // any age, flu
  EXPECT_EQ(answer[3], 0);
}

TEST(Histogram, KnowsWhenAnArrayIsTooLarge) {
  EXPECT_TRUE(DenseCounts::fits(std::vector<Code>{4, 4}, 2));
  EXPECT_FALSE(DenseCounts::fits(std::vector<Code>{17}, 2));
  EXPECT_TRUE(DenseCounts::fits(std::vector<Code>{1U << 21, 2}, 1U << 30));
  EXPECT_FALSE(DenseCounts::fits(std::vector<Code>{1U << 21, 3}, 1U << 30));
  EXPECT_FALSE(DenseCounts::fits(std::vector<Code>(40, 1U << 31), 1U << 30));
}

// Small domains go through the array, large ones record by record.
TEST(Histogram, AgreesWithTheReference) {
  Progress progress;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SeededRandom coins(seed);
    const Code largest = seed % 2 == 0 ? 3 : 40;
    const RandomRelease table = random_release(1 + coins.below(20), 2, largest, 4, coins);
    std::vector<Code> sizes;
    for (const QueryDomain& domain : table.original.domains) sizes.push_back(domain.size);
    const Histogram histogram(table.original.codes, sizes);
    for (const Workload workload : {Workload::ranges, Workload::sets}) {
      const QueryBatch batch = draw_queries(table.original.domains, workload, {64, seed, 0.3}, 0);
      const BatchAnswer answer = histogram.answer(batch, progress);
      for (std::size_t q = 0; q < kBatch; ++q) {
        ASSERT_EQ(answer[q], reference_truth(table.original, {0, 1}, batch, q)) << seed;
      }
    }
  }
}

}  // namespace
}  // namespace overt
