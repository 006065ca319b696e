#include "overt/utility/generalized_estimate.h"

#include <gtest/gtest.h>

#include "overt/utility/query_answer_reference.h"
#include "overt/utility/random_release_for_tests.h"

namespace overt {
namespace {

// Domains that are too large for a histogram, so that groups are merged.
std::vector<Code> large(std::size_t columns) { return std::vector<Code>(columns + 1, 1000); }

TEST(GeneralizedEstimate, AnswersTheExampleOfItsHeader) {
  ReleasedTable release;
  release.record_ends = {3};
  release.value_ends = {3};
  release.values = {{0, 1}, {1, 1}, {2, 1}};
  release.cells = {{{code_set({0, 1, 2}, 3)}, {0}}};
  QueryBatch batch;
  batch.queries = 2;
  batch.takes = {{0b11, 0b11, 0b10}, {0b10, 0b11, 0b10}};
  Progress progress;
  const GeneralizedEstimate estimate(release, std::vector<std::size_t>{0}, large(1), progress);
  const BatchAnswer answer = estimate.answer(batch, progress);
  EXPECT_DOUBLE_EQ(answer[0], 2.0 / 3);
  EXPECT_DOUBLE_EQ(answer[1], 3);
}

// Ages 20 30 60: whole numbers, of which a range takes those between its values, too.
TEST(GeneralizedEstimate, MeasuresAsAReaderWhoDoesNotKnowTheValues) {
  ReleasedTable release;
  release.record_ends = {3};
  release.value_ends = {1};
  release.values = {{0, 3}};
  release.cells = {{{code_set({0, 1, 2}, 3)}, {0}}};
  release.cells[0].scale = {1, {0, 9, 29}, {41}};
  Progress progress;
  QueryBatch batch;
  batch.queries = 4;
  batch.takes = {{0b0101, 0b1111, 0b1000}, {0b1111}};
  const auto estimate = [&](bool in_a_row) {
    batch.in_a_row = in_a_row;
    return GeneralizedEstimate(release, std::vector<std::size_t>{0}, std::vector<Code>{3, 1},
                               progress)
        .answer(batch, progress);
  };
  EXPECT_DOUBLE_EQ(estimate(true)[0], 3.0 * 11 / 41);  // 20 to 30
  EXPECT_DOUBLE_EQ(estimate(true)[1], 3.0 * 1 / 41);   // 30
  EXPECT_DOUBLE_EQ(estimate(true)[3], 3.0 * 31 / 41);  // 30 to 60
  EXPECT_DOUBLE_EQ(estimate(false)[0], 3.0 * 2 / 41);  // 20 and 30
  release.cells[0].scale = {0, {0, 10, 30}, {40}};     // numbers that have a broken part
  EXPECT_DOUBLE_EQ(estimate(true)[0], 3.0 * 10 / 40);
  EXPECT_DOUBLE_EQ(estimate(true)[1], 0);
}

TEST(GeneralizedEstimate, MergesGroupsWithTheSameCells) {
  ReleasedTable release;
  release.record_ends = {2, 4, 6};
  release.value_ends = {2, 4, 6};
  release.values = {{0, 1}, {1, 1}, {1, 1}, {2, 1}, {0, 1}, {2, 1}};
  release.cells = {{{code_set({0, 1}, 9), code_set({1, 2}, 9)}, {0, 1, 0}},
                   {{code_set({0}, 9), code_set({1}, 9)}, {0, 0, 1}}};
  Progress progress;
  const auto merged = [&](const std::vector<std::size_t>& columns) {
    return GeneralizedEstimate(release, columns, large(columns.size()), progress).merged_groups();
  };
  EXPECT_EQ(merged({}), 1U);
  EXPECT_EQ(merged({0}), 2U);
  EXPECT_EQ(merged({1}), 2U);
  EXPECT_EQ(merged({0, 1}), 3U);
}

// Counts that fill a byte, fill it exactly, and do not fit into one.
TEST(GeneralizedEstimate, AddsCountsOfAnySize) {
  Progress progress;
  for (const std::uint32_t count :
       {1U, 84U, 85U, 86U, 127U, 128U, 254U, 255U, 256U, 1'000'000'000U}) {
    ReleasedTable release;
    release.record_ends = {3 * count};
    release.value_ends = {3};
    release.values = {{0, count}, {1, count}, {2, count}};
    release.cells = {{{code_set({0, 2}, 3)}, {0}}};
    const GeneralizedEstimate estimate(release, std::vector<std::size_t>{0}, large(1), progress);
    QueryBatch batch;
    batch.queries = 3;
    batch.takes = {{0b111, 0b000, 0b010}, {0b111, 0b110, 0b010}};
    const BatchAnswer answer = estimate.answer(batch, progress);
    EXPECT_EQ(answer[0], 0.5 * count);
    EXPECT_EQ(answer[1], 3.0 * count);
    EXPECT_EQ(answer[2], 1.0 * count);
  }
}

TEST(GeneralizedEstimate, AgreesWithTheReference) {
  Progress progress;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    SeededRandom coins(seed);
    const std::size_t columns = 1 + coins.below(4);
    RandomRelease table = random_release(1 + coins.below(30), columns, 12, 9, coins);
    for (std::size_t c = 0; c < columns && seed % 3 == 0; ++c) {
      add_random_scale(table.original.domains[c].size, table.generalized.cells[c], coins);
    }
    std::vector<std::size_t> queried(columns);
    std::iota(queried.begin(), queried.end(), std::size_t{0});
    std::vector<Code> sizes = large(columns);
    if (seed % 2 == 0) {  // as they are, which may do for a histogram
      for (std::size_t c = 0; c <= columns; ++c) sizes[c] = table.original.domains[c].size;
    }
    const GeneralizedEstimate estimate(table.generalized, queried, sizes, progress);
    for (const Workload workload : {Workload::ranges, Workload::sets}) {
      const WorkloadOptions options = {1 + coins.below(64), seed, 0.3};
      const QueryBatch batch = draw_queries(table.original.domains, workload, options, 0);
      const BatchAnswer answer = estimate.answer(batch, progress);
      for (std::size_t q = 0; q < kBatch; ++q) {
        ASSERT_NEAR(answer[q], reference_generalized(table.generalized, queried, batch, q), 1e-9)
            << seed;
      }
    }
  }
}

}  // namespace
}  // namespace overt
