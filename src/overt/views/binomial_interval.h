#pragma once

// Exact binomial intervals (Clopper and Pearson): the shares that do not make what was seen
// too unlikely on either side. They cover the true share at least as often as they say, for
// every share and every number of trials; the normal approximation does not, near 0 and 1
// least of all.
//
//   7 of 10 at alpha = 0.05   ->   0.348 to 0.933
//
// Floating point: these are for estimates, which are never called exact or proven.

#include <cstdint>

namespace overt::views {

struct Interval {
  double low = 0, high = 1;
};

// REQUIRES: 0 <= successes <= trials, trials > 0 (not necessarily whole), 0 < alpha < 1.
Interval binomial_interval(double successes, double trials, double alpha);

// How many independent samples make every interval at `alpha` narrower than eps: the paper's
// N > 1 + 2 (erfinv(1 - alpha) / eps)^2, and a few more where exact intervals are wider.
// REQUIRES: 0 < eps <= 1.
std::uint64_t samples_needed(double eps, double alpha);

}  // namespace overt::views
