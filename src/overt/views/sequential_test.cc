#include "overt/views/sequential.h"

#include <gtest/gtest.h>

#include <cmath>

#include "overt/base/impatient_for_tests.h"
#include "overt/views/exact.h"
#include "overt/views/problems_for_tests.h"

namespace overt::views {
namespace {

// Weighted shares lie within five of their own standard errors of the exact ones (about one
// false alarm in 1.7 million a pair).
TEST(ViewsSequential, AgreesWithExactCounts) {
  SeededRandom coins(15);
  int pairs = 0, poor = 0;
  for (int i = 0; i < 60; ++i) {
    const Problem problem = i == 0 ? example(false) : random_problem(14, 4, 3, false, coins);
    for (const Component& component : components_of(problem).list) {
      const ExactCount exact = count_exactly(component, kWorkLimit).value();
      const SequentialEstimate found = estimate_sequentially(component, 4'000, coins);
      if (found.effective < 50) {  // most draws ended nowhere
        ++poor;
        continue;
      }
      EXPECT_LE(found.effective, static_cast<double>(found.completed) * 1.0000001);
      const std::size_t values = component.values.size();
      for (std::size_t k = 0; k < found.shares.size(); ++k) {
        const double expected = exact.share(component, k / values, k % values).get_d();
        EXPECT_NEAR(found.shares[k], expected, 5 * std::sqrt(found.variances[k]) + 2e-3);
        ++pairs;
      }
    }
  }
  EXPECT_GT(pairs, 500);
  EXPECT_LT(poor, 10);
}

TEST(ViewsSequential, StopsWhenAskedTo) {
  SeededRandom coins(16);
  Impatient impatient(10);
  const Component component = components_of(example(false)).list.front();
  EXPECT_THROW(estimate_sequentially(component, 4'000, coins, impatient), Error);
}

}  // namespace
}  // namespace overt::views
