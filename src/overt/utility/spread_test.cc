#include "overt/utility/spread.h"

#include <gtest/gtest.h>

#include "overt/utility/query_answer_reference.h"
#include "overt/utility/random_release_for_tests.h"

namespace overt {
namespace {

TEST(Spread, SpreadsTheExampleOfItsHeader) {
  ReleasedTable release;
  release.record_ends = {2};
  release.value_ends = {2};
  release.values = {{0, 1}, {1, 1}};
  release.cells = {{{code_set({0, 1, 2}, 3)}, {0}}};
  Progress progress;
  const auto histogram =
      spread_histogram(release, std::vector<std::size_t>{0}, std::vector<Code>{3, 2}, progress);
  ASSERT_TRUE(histogram);
  QueryBatch batch;  // a query for each of the six combinations
  batch.queries = 6;
  batch.takes = {{0b000011, 0b001100, 0b110000}, {0b010101, 0b101010}};
  const BatchAnswer answer = histogram->answer(batch, progress);
  for (std::size_t q = 0; q < 6; ++q) EXPECT_DOUBLE_EQ(answer[q], 1.0 / 3);
}

TEST(Spread, AgreesWithTheReference) {
  Progress progress;
  std::size_t spread = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    SeededRandom coins(seed);
    const std::size_t columns = 1 + coins.below(2);
    const RandomRelease table = random_release(100, columns, 2 + coins.below(9), 9, coins);
    std::vector<std::size_t> queried(columns);
    std::iota(queried.begin(), queried.end(), std::size_t{0});
    std::vector<Code> sizes;
    for (const QueryDomain& domain : table.original.domains) sizes.push_back(domain.size);
    const auto histogram = spread_histogram(table.generalized, queried, sizes, progress);
    if (!histogram) continue;
    ++spread;
    const QueryBatch batch =
        draw_queries(table.original.domains, Workload::sets, {64, seed, 0.3}, 0);
    const BatchAnswer answer = histogram->answer(batch, progress);
    for (std::size_t q = 0; q < kBatch; ++q) {
      ASSERT_NEAR(answer[q], reference_generalized(table.generalized, queried, batch, q), 1e-9)
          << seed;
    }
  }
  EXPECT_GT(spread, 300U);
}

TEST(Spread, IsNotDoneWhereItCostsTooMuch) {
  ReleasedTable release;  // one record in a large set of a column that is no interval
  release.record_ends = {1};
  release.value_ends = {1};
  release.values = {{0, 1}};
  release.cells = {{{code_set({0, 2, 4}, 9)}, {0}}};
  Progress progress;
  const std::vector<std::size_t> columns = {0};
  EXPECT_TRUE(spread_histogram(release, columns, std::vector<Code>{8, 1}, progress));
  EXPECT_FALSE(spread_histogram(release, columns, std::vector<Code>{9, 1}, progress));
  release.cells = {{{CodeSet{0, 999, {}}, CodeSet{1, 0, std::vector<Code>(2000)}}, {1}}};
  release.record_ends = {3};
  release.values = {{0, 3}};
  std::iota(release.cells[0].cells[1].codes.begin(), release.cells[0].cells[1].codes.end(),
            Code{0});
  EXPECT_FALSE(spread_histogram(release, columns, std::vector<Code>{24, 1}, progress));
}

}  // namespace
}  // namespace overt
