#include "overt/learning/belief_propagation.h"

#include <gtest/gtest.h>

#include <cmath>

#include "overt/learning/count_vectors.h"
#include "overt/learning/group_weights_for_tests.h"

namespace overt {
namespace {

std::vector<std::uint32_t> ones(std::size_t n) { return std::vector<std::uint32_t>(n, 1); }

// Of equal weights posteriors are the shares, and the sum the number of arrangements.
TEST(BeliefPropagation, OfEqualWeightsIsExact) {
  BeliefPropagation beliefs;
  const std::vector<std::uint32_t> counts = {5, 3, 12};
  const std::vector<double> weights(20 * 3, 1);
  std::vector<double> posterior(weights.size());
  const double logarithm = beliefs.run(weights, ones(20), counts, posterior);
  EXPECT_NEAR(logarithm, std::lgamma(21) - std::lgamma(6) - std::lgamma(4) - std::lgamma(13), 1e-9);
  for (std::size_t i = 0; i < 20; ++i) {
    for (std::size_t v = 0; v < 3; ++v) EXPECT_NEAR(posterior[i * 3 + v], counts[v] / 20.0, 1e-9);
  }
}

TEST(BeliefPropagation, OfOneValueIsCertain) {
  BeliefPropagation beliefs;
  const std::vector<double> weights = {1, 0.5};
  const std::vector<std::uint32_t> copies = {400, 300};
  const std::vector<std::uint32_t> counts = {700};
  std::vector<double> posterior(2);
  EXPECT_NEAR(beliefs.run(weights, copies, counts, posterior), 300 * std::log(0.5), 1e-9);
  EXPECT_EQ(posterior, (std::vector<double>{1, 1}));
}

// Rows and columns of the posterior add up to what is there: each person has one value, and a value
// is had as often as it occurs.
TEST(BeliefPropagation, KeepsTheMultiset) {
  SeededRandom coins(3);
  BeliefPropagation beliefs;
  for (const auto& counts : {std::vector<std::uint32_t>(14, 1), {40, 7, 3}, {300, 200, 100, 1}}) {
    const WeightedGroup group = weighted_group(counts, 3, coins);
    const std::size_t values = counts.size();
    const std::size_t records = group.weights.size() / values;
    std::vector<double> posterior(group.weights.size());
    beliefs.run(group.weights, ones(records), counts, posterior);
    std::vector<double> columns(values, 0);
    for (std::size_t i = 0; i < records; ++i) {
      double row = 0;
      for (std::size_t v = 0; v < values; ++v) {
        row += posterior[i * values + v];
        columns[v] += posterior[i * values + v];
      }
      EXPECT_NEAR(row, 1, 1e-12);
    }
    for (std::size_t v = 0; v < values; ++v) EXPECT_NEAR(columns[v], counts[v], 2e-3 * counts[v]);
  }
}

// Groups beyond what is counted exactly, counted exactly all the same: the mean total variation of
// a person's posterior is below 2 %, and the sum over arrangements is off by less than 2 % a
// record.
TEST(BeliefPropagation, IsCloseToTheExactPosterior) {
  SeededRandom coins(4);
  BeliefPropagation beliefs;
  CountVectorSums exact;
  for (const auto& counts : {std::vector<std::uint32_t>(10, 1),
                             std::vector<std::uint32_t>(12, 1),
                             {4, 3, 3, 2, 2},
                             {30, 20},
                             {9, 8, 7}}) {
    for (const double spread : {0.5, 2.0, 4.0}) {
      const WeightedGroup group = weighted_group(counts, spread, coins);
      const std::size_t values = counts.size();
      const std::size_t records = group.weights.size() / values;
      std::vector<double> close(group.weights.size());
      std::vector<double> right(group.weights.size());
      const double close_sum = beliefs.run(group.weights, ones(records), counts, close);
      const double right_sum = exact.run(group.weights, counts, right);
      double variation = 0;
      for (std::size_t i = 0; i < close.size(); ++i) variation += std::abs(close[i] - right[i]) / 2;
      EXPECT_LT(variation / static_cast<double>(records), 0.02) << values << " values";
      EXPECT_NEAR(close_sum, right_sum, 0.02 * static_cast<double>(records));
    }
  }
}

// People who are alike may stand in one row.
TEST(BeliefPropagation, CopiesAreRecords) {
  SeededRandom coins(5);
  BeliefPropagation beliefs;
  const std::vector<std::uint32_t> counts = {9, 6, 5};
  const std::vector<std::uint32_t> copies = {10, 1, 4, 5};
  std::vector<double> rows;
  std::vector<double> records;
  for (const std::uint32_t number : copies) {
    const double w = 0.1 + coins.below(100) / 100.0;
    const std::vector<double> row = {1, w, 1 - 0.5 * w};
    rows.insert(rows.end(), row.begin(), row.end());
    for (std::uint32_t i = 0; i < number; ++i)
      records.insert(records.end(), row.begin(), row.end());
  }
  std::vector<double> of_rows(rows.size());
  std::vector<double> of_records(records.size());
  const double a = beliefs.run(rows, copies, counts, of_rows);
  const double b = beliefs.run(records, ones(20), counts, of_records);
  EXPECT_NEAR(a, b, 1e-9);
  std::size_t record = 0;
  for (std::size_t i = 0; i < copies.size(); record += copies[i++]) {
    for (std::size_t v = 0; v < 3; ++v) {
      EXPECT_NEAR(of_rows[i * 3 + v], of_records[record * 3 + v], 1e-9);
    }
  }
}

}  // namespace
}  // namespace overt
