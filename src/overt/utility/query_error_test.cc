#include "overt/utility/query_error.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <utility>

#include "overt/base/error.h"
#include "overt/base/impatient_for_tests.h"
#include "overt/utility/query_answer_reference.h"
#include "overt/utility/random_release_for_tests.h"

namespace overt {
namespace {

TEST(QueryError, HasAFloor) {
  EXPECT_DOUBLE_EQ(relative_error(40, 50, 1000), 0.25);
  EXPECT_DOUBLE_EQ(relative_error(2, 4, 1000), 2.0 / 5);
  EXPECT_DOUBLE_EQ(relative_error(0, 0, 1000), 0);
}

QueryError reference_error(const RandomRelease& table, const ReleasedTable& release,
                           const std::vector<std::size_t>& columns,
                           const WorkloadOptions& options) {
  std::vector<QueryDomain> domains;
  for (const std::size_t column : columns) domains.push_back(table.original.domains[column]);
  domains.push_back(table.original.domains.back());
  const auto mean = [&](Workload workload) {
    double sum = 0;
    for (std::uint64_t q = 0; q < options.queries; ++q) {
      const QueryBatch batch = draw_queries(domains, workload, options, q / kBatch);
      const double truth = reference_truth(table.original, columns, batch, q % kBatch);
      const double estimate = reference_estimate(release, columns, batch, q % kBatch);
      const double floor = 0.005 * static_cast<double>(release.records());
      sum += std::abs(truth - estimate) / std::max(truth, floor);
    }
    return sum / static_cast<double>(options.queries);
  };
  return {mean(Workload::ranges), mean(Workload::sets)};
}

// Some of the columns, in order, perhaps none.
std::vector<std::size_t> random_columns(std::size_t columns, RandomSource& coins) {
  std::vector<std::size_t> some;
  for (std::size_t c = 0; c < columns; ++c) {
    if (coins.below(2) == 0) some.push_back(c);
  }
  return some;
}

TEST(QueryError, AgreesWithTheReference) {
  EXPECT_TRUE(rc::check("both forms, any columns, any number of queries", [](std::uint64_t seed) {
    SeededRandom coins(seed);
    Progress progress;
    const std::size_t columns = 1 + coins.below(4);
    const RandomRelease table =
        random_release(1 + coins.below(40), columns, 1 + coins.below(20), 9, coins);
    const WorkloadOptions options = {1 + coins.below(150), seed, 0.01 + 0.01 * coins.below(100)};
    for (const ReleasedTable* release : {&table.generalized, &table.anatomy}) {
      const auto queried = random_columns(columns, coins);
      const QueryError error = query_error(table.original, *release, queried, options, progress);
      const QueryError expected = reference_error(table, *release, queried, options);
      RC_ASSERT(std::abs(error.ranges - expected.ranges) <= 1e-9 * (1 + expected.ranges));
      RC_ASSERT(std::abs(error.sets - expected.sets) <= 1e-9 * (1 + expected.sets));
    }
  }));
}

TEST(QueryError, DoesNotDependOnTheNumberOfThreads) {
  SeededRandom coins(7);
  Progress progress;
  const RandomRelease table = random_release(5000, 3, 60, 9, coins);
  for (const ReleasedTable* release : {&table.generalized, &table.anatomy}) {
    for (const auto& columns : {std::vector<std::size_t>{1}, std::vector<std::size_t>{0, 1, 2}}) {
      const QueryError one = query_error(table.original, *release, columns, {}, progress, 1);
      for (const std::size_t threads : {2, 3, 8}) {
        const QueryError many =
            query_error(table.original, *release, columns, {}, progress, threads);
        EXPECT_EQ(many.ranges, one.ranges);  // to the last bit
        EXPECT_EQ(many.sets, one.sets);
      }
    }
  }
}

// Groups of one record each say everything: no error at all in either form.
TEST(QueryError, IsZeroWhenNothingIsHidden) {
  SeededRandom coins(3);
  Progress progress;
  const RandomRelease table = random_release(200, 2, 5, 1, coins);
  ReleasedTable exact = table.generalized;
  for (std::size_t c = 0; c < 2; ++c) {
    exact.cells[c] = {};
    for (std::size_t r = 0; r < 200; ++r) {
      exact.cells[c].cells.push_back(code_set({table.anatomy.exact[c][r]}, 9));
      exact.cells[c].of_group.push_back(static_cast<std::uint32_t>(r));
    }
  }
  for (const ReleasedTable* release : {&table.anatomy, &std::as_const(exact)}) {
    const QueryError error = query_error(table.original, *release, {0, 1}, {}, progress);
    EXPECT_NEAR(error.ranges, 0, 1e-12);
    EXPECT_NEAR(error.sets, 0, 1e-12);
  }
}

// A selectivity of 1 takes every value of an ordered column: again no error,
// whatever the release; and queries on the sensitive column alone have none.
TEST(QueryError, IsZeroWhenNothingIsAsked) {
  SeededRandom coins(5);
  Progress progress;
  const RandomRelease table = random_release(300, 2, 6, 300, coins);
  for (const ReleasedTable* release : {&table.generalized, &table.anatomy}) {
    EXPECT_NEAR(query_error(table.original, *release, {0, 1}, {100, 1, 1}, progress).sets, 0,
                1e-12);
    const QueryError none = query_error(table.original, *release, {}, {}, progress);
    EXPECT_NEAR(none.ranges + none.sets, 0, 1e-12);
  }
}

TEST(QueryError, WithoutQueriesIsZero) {
  SeededRandom coins(5);
  Progress progress;
  const RandomRelease table = random_release(30, 1, 6, 3, coins);
  EXPECT_EQ(query_error(table.original, table.anatomy, {0}, {0, 1, 0.05}, progress).ranges, 0);
}

TEST(QueryError, CanBeInterrupted) {
  SeededRandom coins(5);
  Impatient progress;
  const RandomRelease table = random_release(30, 1, 6, 3, coins);
  for (const ReleasedTable* release : {&table.generalized, &table.anatomy}) {
    EXPECT_THROW(query_error(table.original, *release, {0}, {}, progress), Error);
  }
}

}  // namespace
}  // namespace overt
