#include "overt/counting/point_bound.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "overt/base/random.h"

namespace overt {
namespace {

double binomial_at(std::uint64_t n, double p, std::uint64_t d) {
  double result = 1;
  for (std::uint64_t i = 0; i < d; ++i) {
    result *= static_cast<double>(n - i) / static_cast<double>(d - i) * p;
  }
  return result * std::pow(1 - p, static_cast<double>(n - d));
}

// The largest, by trying every number of ones and of trials.
double likeliest(std::uint64_t trials, double mean, std::uint64_t c) {
  double best = 0;
  for (std::uint64_t ones = 0; static_cast<double>(ones) <= mean; ++ones) {
    for (std::uint64_t n = std::max<std::uint64_t>(1, c - ones); n + ones <= trials; ++n) {
      const double p = (mean - static_cast<double>(ones)) / static_cast<double>(n);
      if (p <= 1) best = std::max(best, binomial_at(n, p, c - ones));
    }
  }
  return best;
}

TEST(PointBound, OfTheExample) {
  EXPECT_LE(point_bound(30, 9.8, 15), 0.042);
  EXPECT_EQ(point_bound(30, 9.8, 31), 0);
  EXPECT_EQ(point_bound(30, 15, 15), 1);
}

TEST(PointBound, IsNeverBelowTheLikeliestSumAndOftenNearIt) {
  SeededRandom coins(1);
  std::size_t near = 0;
  for (int i = 0; i < 2'000; ++i) {
    const std::uint64_t trials = 1 + coins.below(50);
    const std::uint64_t c = 1 + coins.below(static_cast<std::uint32_t>(trials));
    const double mean = static_cast<double>(c) * coins.below(1'000) / 1'000;
    const double expected = likeliest(trials, mean, c);
    const double found = point_bound(trials, mean, c);
    ASSERT_GE(found, expected) << trials << ' ' << mean << ' ' << c;
    near += found <= 3 * expected ? 1 : 0;
  }
  EXPECT_GT(near, 1'000U);
}

// The theorem that it stands on, for indicators of any chances.
TEST(PointBound, HoldsForSumsOfAnyIndicators) {
  SeededRandom coins(2);
  for (int i = 0; i < 2'000; ++i) {
    std::vector<double> chances(1 + coins.below(40));
    const bool steep = coins.below(2) == 0;  // many near 0 and 1, a small variance
    double mean = 0;
    std::vector<double> law = {1.0};
    for (double& p : chances) {
      p = coins.below(10'001) / 10'000.0;
      if (steep && coins.below(3) > 0) p = p < 0.5 ? p / 20 : 1 - (1 - p) / 20;
      mean += p;
      law.push_back(0);
      for (std::size_t x = law.size() - 1; x > 0; --x) law[x] = law[x] * (1 - p) + law[x - 1] * p;
      law[0] *= 1 - p;
    }
    for (std::uint64_t c = 0; c < law.size(); ++c) {
      if (static_cast<double>(c) <= mean) continue;
      ASSERT_GE(point_bound(chances.size(), mean, c) * (1 + 1e-9), law[c])
          << chances.size() << ' ' << mean << ' ' << c;
    }
  }
}

TEST(PointBound, FallsWithTheMeanAndGrowsWithTheTrials) {
  for (double mean = 1; mean < 60; mean += 0.25) {
    EXPECT_LE(point_bound(100, mean, 60), point_bound(100, mean + 0.25, 60) * (1 + 1e-8));
  }
  for (std::uint64_t trials = 60; trials < 200; ++trials) {
    EXPECT_LE(point_bound(trials, 45, 60), point_bound(trials + 1, 45, 60) * (1 + 1e-8));
  }
}

}  // namespace
}  // namespace overt
