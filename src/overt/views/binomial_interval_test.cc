#include "overt/views/binomial_interval.h"

#include <gtest/gtest.h>

#include <cmath>

namespace overt::views {
namespace {

double binomial_probability(int n, int k, double p) {
  if (p <= 0) return k == 0 ? 1 : 0;
  if (p >= 1) return k == n ? 1 : 0;
  return std::exp(std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1) +
                  k * std::log(p) + (n - k) * std::log1p(-p));
}

TEST(ViewsInterval, KnownValues) {
  const Interval seven = binomial_interval(7, 10, 0.05);
  EXPECT_NEAR(seven.low, 0.34755, 1e-5);
  EXPECT_NEAR(seven.high, 0.93326, 1e-5);
  const Interval none = binomial_interval(0, 20, 0.05);
  EXPECT_EQ(none.low, 0);
  EXPECT_NEAR(none.high, 1 - std::pow(0.025, 1.0 / 20), 1e-7);
  const Interval all = binomial_interval(20, 20, 0.05);
  EXPECT_EQ(all.high, 1);
  EXPECT_NEAR(all.low, std::pow(0.025, 1.0 / 20), 1e-7);
}

// At the ends, which are rounded outwards by 1e-9, what was seen has a tail of at most
// alpha / 2; a little further in it has more.
TEST(ViewsInterval, TailsAtTheEnds) {
  const auto tail = [](int n, int from, int to, double p) {
    double sum = 0;
    for (int i = from; i <= to; ++i) sum += binomial_probability(n, i, p);
    return sum;
  };
  for (const int n : {5, 60, 400}) {
    for (const double alpha : {0.05, 1e-5}) {
      for (int k = 1; k < n; k += 1 + n / 7) {
        const Interval found = binomial_interval(k, n, alpha);
        EXPECT_LE(tail(n, k, n, found.low), alpha / 2);
        EXPECT_GE(tail(n, k, n, found.low + 3e-9), alpha / 2);
        EXPECT_LE(tail(n, 0, k, found.high), alpha / 2);
        EXPECT_GE(tail(n, 0, k, found.high - 3e-9), alpha / 2);
      }
    }
  }
}

// Exactly, for every share on a grid: the probability that the interval covers it.
TEST(ViewsInterval, CoversAtLeastAsOftenAsItSays) {
  for (const int n : {10, 35, 120}) {
    for (const double alpha : {0.1, 0.01}) {
      std::vector<Interval> intervals;
      for (int k = 0; k <= n; ++k) intervals.push_back(binomial_interval(k, n, alpha));
      for (double p = 0; p <= 1; p += 1.0 / 512) {
        double covered = 0;
        for (int k = 0; k <= n; ++k) {
          if (intervals[k].low <= p && p <= intervals[k].high)
            covered += binomial_probability(n, k, p);
        }
        EXPECT_GE(covered, 1 - alpha - 1e-9) << n << " " << p;
      }
    }
  }
}

TEST(ViewsInterval, SamplesNeeded) {
  // The model's number is 1,538 by the normal approximation.
  const std::uint64_t found = samples_needed(0.05, 0.05);
  EXPECT_GE(found, 1538U);
  EXPECT_LE(found, 1650U);
  const auto n = static_cast<double>(found);
  const Interval middle = binomial_interval(n / 2, n, 0.05);
  EXPECT_LE(middle.high - middle.low, 0.05);
  EXPECT_GT(samples_needed(0.05, 1e-6), 8 * found / 2);
}

}  // namespace
}  // namespace overt::views
