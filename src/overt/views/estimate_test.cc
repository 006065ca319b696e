#include "overt/views/estimate.h"

#include <gtest/gtest.h>

#include <cmath>

#include "overt/views/batches.h"
#include "overt/views/problems_for_tests.h"

namespace overt::views {
namespace {

// Whether all intervals cover the exact shares at once.
bool covers(const Component& component, const ExactCount& exact, const Estimate& estimate) {
  const std::size_t values = component.values.size();
  for (std::size_t i = 0; i < estimate.intervals.size(); ++i) {
    const double share = exact.share(component, i / values, i % values).get_d();
    if (share < estimate.intervals[i].low || share > estimate.intervals[i].high) return false;
  }
  return true;
}

Precision joint(const Component& component, double eps, double theta) {
  return {eps, (1 - theta) / static_cast<double>(component.cells.size() * component.values.size())};
}

// With theta = 0.8 at least 80 % of the estimates must be right in all their intervals; of
// 400 fewer than 290 would be a chance of less than one in a thousand for exactly 0.8.
TEST(ViewsEstimate, JointCoverageOfIndependentSamples) {
  Progress quiet;
  const Component component = components_of(example(false)).list.front();
  const ExactCount exact = count_exactly(component, kWorkLimit).value();
  const auto sampler = ExactSampler::make(component, kWorkLimit);
  const Precision precision = joint(component, 0.2, 0.8);
  int right = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const Estimate found = estimate_by_sampler(component, *sampler, precision, seed, quiet);
    right += covers(component, exact, found) ? 1 : 0;
    for (const Interval& interval : found.intervals) {
      ASSERT_LE(interval.high - interval.low, 0.2 + 1e-6);
    }
  }
  EXPECT_GE(right, 290);
}

// Chains are not proven to cover, but must do so on what can be counted.
TEST(ViewsEstimate, JointCoverageOfChains) {
  Progress quiet;
  SeededRandom coins(16);
  int right = 0, tested = 0;
  for (int i = 0; tested < 60; ++i) {
    const Problem problem = random_problem(24, 3, 3, false, coins);
    for (const Component& component : components_of(problem).list) {
      const auto exact = count_exactly(component, kWorkLimit);
      const auto found = estimate_by_chains(component, nullptr, joint(component, 0.1, 0.9),
                                            static_cast<std::uint64_t>(i), quiet);
      ASSERT_TRUE(found);
      EXPECT_TRUE(found->connected);
      EXPECT_TRUE(found->chains_agree);
      EXPECT_GE(found->effective, static_cast<double>(found->needed));
      EXPECT_GT(found->burn_in, 0U);
      EXPECT_EQ(found->chains, 4U);
      ++tested;
      right += covers(component, *exact, *found) ? 1 : 0;
      if (found->second->difference) {
        EXPECT_LT(*found->second->difference, 6);
      }
    }
  }
  EXPECT_GE(right, 52);  // 54 are 90 %
}

// The same component gives the same estimate.
TEST(ViewsEstimate, ASeedThatIsAFunctionOfTheComponent) {
  const Component one = components_of(example(false)).list.front();
  EXPECT_EQ(seed_of(one), seed_of(components_of(example(false)).list.front()));
  EXPECT_NE(seed_of(one), seed_of(components_of(example(true)).list.front()));
  Progress quiet;
  const auto a = estimate_by_chains(one, nullptr, joint(one, 0.1, 0.9), 1, quiet);
  const auto b = estimate_by_chains(one, nullptr, joint(one, 0.1, 0.9), 1, quiet);
  EXPECT_EQ(a->shares, b->shares);
}

TEST(ViewsEstimate, ContradictionsHaveNoStart) {
  Progress quiet;
  Problem problem = example(true);
  problem.disclosures[2].counts = {1, 0, 0, 1};
  const Component component = components_of(problem).list.front();
  EXPECT_FALSE(estimate_by_chains(component, nullptr, joint(component, 0.1, 0.9), 1, quiet));
}

TEST(ViewsBatches, SumsInBoundedMemory) {
  Batches batches(2);
  std::uint64_t tables = 0;
  for (; tables < 1'000; ++tables) batches.add({1, static_cast<std::uint32_t>(tables)});
  EXPECT_LE(batches.size(), Batches::kMost);
  EXPECT_GE(batches.size(), Batches::kMost / 2 - 1);
  std::uint64_t sum = 0, ramp = 0;
  for (std::size_t b = 0; b < batches.size(); ++b) {
    EXPECT_EQ(batches[b][0], batches.length());
    sum += batches[b][0];
    ramp += batches[b][1];
  }
  EXPECT_GE(sum + batches.length(), tables);
  EXPECT_EQ(ramp, sum * (sum - 1) / 2);  // in order, none left out
}

}  // namespace
}  // namespace overt::views
