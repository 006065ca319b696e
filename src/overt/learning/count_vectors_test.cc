#include "overt/learning/count_vectors.h"

#include <gtest/gtest.h>

#include "overt/learning/expectation_reference.h"
#include "overt/learning/group_weights_for_tests.h"

namespace overt {
namespace {

TEST(CountVectors, AreCountedUpToALimit) {
  const std::vector<std::uint32_t> two_and_one = {2, 1};
  EXPECT_EQ(count_vectors(two_and_one, 512), 6U);
  const std::vector<std::uint32_t> nine(9, 1);
  EXPECT_EQ(count_vectors(nine, 512), 512U);
  const std::vector<std::uint32_t> many(100, 3);  // 4^100: more than any number here
  EXPECT_EQ(count_vectors(many, 512), 513U);
}

// flu is twice as likely as gout for the first, and nothing is known of the second.
TEST(CountVectors, OfTwoRecordsByHand) {
  const std::vector<double> weights = {1, 0.5, 1, 1};
  const std::vector<std::uint32_t> counts = {1, 1};
  std::vector<double> posterior(4);
  CountVectorSums sums;
  EXPECT_DOUBLE_EQ(sums.run(weights, counts, posterior), std::log(1.5));
  EXPECT_DOUBLE_EQ(posterior[0], 2.0 / 3);
  EXPECT_DOUBLE_EQ(posterior[1], 1.0 / 3);
  EXPECT_DOUBLE_EQ(posterior[2], 1.0 / 3);
  EXPECT_DOUBLE_EQ(posterior[3], 2.0 / 3);
}

// Every multiset of up to seven records: 1 + 2 + 4 + .. + 64 of them, three views of each.
TEST(CountVectors, AreEveryArrangementOfEverySmallGroup) {
  SeededRandom coins(1);
  CountVectorSums sums;
  for (std::uint32_t records = 1; records <= 7; ++records) {
    for (const auto& counts : all_counts(records)) {
      for (const double spread : {0.0, 2.0, 12.0}) {
        const WeightedGroup group = weighted_group(counts, spread, coins);
        const ReferenceExpectation expected = expectation_reference(group.weights, counts);
        std::vector<double> posterior(group.weights.size());
        EXPECT_NEAR(sums.run(group.weights, counts, posterior), expected.logarithm, 1e-11);
        for (std::size_t i = 0; i < posterior.size(); ++i) {
          ASSERT_NEAR(posterior[i], expected.posterior[i], 1e-11);
        }
      }
    }
  }
}

// A long group whose every arrangement has a weight below what a double can hold: everybody wants
// the value that one of them has.
TEST(CountVectors, DoNotVanishInLongGroups) {
  const std::vector<std::uint32_t> counts = {1, 254};
  std::vector<double> weights;
  for (int i = 0; i < 255; ++i) {
    weights.push_back(1);
    weights.push_back(1e-18);
  }
  std::vector<double> posterior(weights.size());
  CountVectorSums sums;
  EXPECT_NEAR(sums.run(weights, counts, posterior), std::log(255) + 254 * std::log(1e-18), 1e-6);
  for (std::size_t i = 0; i < 255; ++i) EXPECT_NEAR(posterior[2 * i], 1.0 / 255, 1e-12);
}

}  // namespace
}  // namespace overt
