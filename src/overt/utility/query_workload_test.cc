#include "overt/utility/query_workload.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace overt {
namespace {

std::vector<QueryDomain> domains() {
  return {{"age", 20, true}, {"sex", 3, false}, {"income", 11, true}};
}

// The codes that a query takes of a column.
std::vector<Code> taken(const QueryBatch& batch, std::size_t query, std::size_t column) {
  std::vector<Code> codes;
  for (Code code = 0; code < batch.takes[column].size(); ++code) {
    if ((batch.takes[column][code] >> query & 1) != 0) codes.push_back(code);
  }
  return codes;
}

TEST(QueryWorkload, TakesTheShareThatTheSelectivityAsksFor) {
  EXPECT_EQ(predicate_width(79, 1, 0.05), 18U);   // 79 * 0.2236
  EXPECT_EQ(predicate_width(79, 4, 0.05), 44U);   // 79 * 0.5493
  EXPECT_EQ(predicate_width(100, 1, 0.04), 20U);  // exactly 100 * 0.2: not 21
  EXPECT_EQ(predicate_width(1000, 2, 0.001), 100U);
  EXPECT_EQ(predicate_width(10, 0, 0.3), 3U);
  EXPECT_EQ(predicate_width(2, 1, 1e-9), 1U);
  EXPECT_EQ(predicate_width(1, 1, 0.05), 1U);
  EXPECT_EQ(predicate_width(4'000'000'000U, 3, 1), 4'000'000'000U);
}

TEST(QueryWorkload, DrawsRangesAndPoints) {
  const QueryBatch batch = draw_queries(domains(), Workload::ranges, {}, 0);
  ASSERT_EQ(batch.queries, kBatch);
  for (std::size_t c = 0; c < 3; ++c) {
    const QueryDomain domain = domains()[c];
    const Code width = domain.ordered ? predicate_width(domain.size, 2, 0.05) : 1;
    std::vector<Code> starts;
    for (std::size_t q = 0; q < kBatch; ++q) {
      const std::vector<Code> codes = taken(batch, q, c);
      ASSERT_EQ(codes.size(), width);
      ASSERT_EQ(codes.back() - codes.front() + 1, width);
      starts.push_back(codes.front());
    }
    // Both ends of the domain are reached.
    EXPECT_EQ(*std::min_element(starts.begin(), starts.end()), 0U);
    EXPECT_EQ(*std::max_element(starts.begin(), starts.end()), domain.size - width);
  }
}

TEST(QueryWorkload, DrawsSetsOfDifferentValues) {
  const QueryBatch batch = draw_queries(domains(), Workload::sets, {}, 0);
  for (std::size_t c = 0; c < 3; ++c) {
    const Code width = predicate_width(domains()[c].size, 2, 0.05);
    std::size_t in_a_row = 0;
    for (std::size_t q = 0; q < kBatch; ++q) {
      const std::vector<Code> codes = taken(batch, q, c);
      ASSERT_EQ(codes.size(), width);
      in_a_row += codes.back() - codes.front() + 1 == width ? 1 : 0;
    }
    EXPECT_TRUE(width <= 2 || in_a_row < kBatch / 2);
  }
}

// Every code is taken about equally often in the sets.
TEST(QueryWorkload, SetsAreUniform) {
  WorkloadOptions options;
  options.queries = 64'000;
  std::vector<int> often(20);
  for (std::uint64_t number = 0; number < 1000; ++number) {
    const QueryBatch batch = draw_queries(domains(), Workload::sets, options, number);
    for (Code code = 0; code < 20; ++code) often[code] += std::popcount(batch.takes[0][code]);
  }
  const double expected = 64'000.0 * predicate_width(20, 2, 0.05) / 20;
  for (const int times : often) EXPECT_NEAR(times, expected, 6 * std::sqrt(expected));
}

TEST(QueryWorkload, DependsOnSeedTypeAndDomainsAlone) {
  const auto draw = [](const std::vector<QueryDomain>& columns, Workload workload,
                       std::uint64_t seed, std::uint64_t queries, std::uint64_t number) {
    return draw_queries(columns, workload, {queries, seed, 0.05}, number).takes;
  };
  const auto batch = draw(domains(), Workload::sets, 1, 1000, 3);
  EXPECT_EQ(draw(domains(), Workload::sets, 1, 1000, 3), batch);
  EXPECT_EQ(draw(domains(), Workload::sets, 1, 5000, 3), batch);
  EXPECT_NE(draw(domains(), Workload::sets, 2, 1000, 3), batch);
  EXPECT_NE(draw(domains(), Workload::sets, 1, 1000, 4), batch);
  EXPECT_NE(draw(domains(), Workload::ranges, 1, 1000, 3), batch);
  auto renamed = domains();
  renamed[0].name = "ages";
  EXPECT_NE(draw(renamed, Workload::sets, 1, 1000, 3), batch);
}

TEST(QueryWorkload, ALastBatchHoldsTheRest) {
  const WorkloadOptions options = {70, 1, 0.05};
  const QueryBatch batch = draw_queries(domains(), Workload::ranges, options, 1);
  EXPECT_EQ(batch.queries, 6U);
  const QueryBatch whole = draw_queries(domains(), Workload::ranges, {}, 1);
  for (std::size_t c = 0; c < 3; ++c) {
    for (Code code = 0; code < batch.takes[c].size(); ++code) {
      EXPECT_EQ(batch.takes[c][code], whole.takes[c][code] & 0x3F);
    }
  }
}

}  // namespace
}  // namespace overt
