#pragma once

// A group cut into two parts, all arrangements of its values equally likely: how often
// both parts hold at most their caps of every value, and what is then to be expected of
// a record. One product of truncated polynomials (docs/concepts/disclosure_sets.md).
//
//   values a a b b, parts of 2, caps 1   ->   good in 4 of 6; P(a | good) = 1/2
//
// How many records of a value go to the first part is, before the sizes are taken into
// account, a binomial variable with p = |first| / |group|, independent for each value;
// given that they add up to |first| they are what we want. So the number of good ways
// is the coefficient of x^|first| in the product over the values of sum_n P(n) x^n, n
// within the caps. With this p no number is ever extremely small or large.
//
// All terms are positive: the relative error stays below 1e-9 for groups of up to
// 10,000 records (mostly that of lgamma), and results are given with that margin.
// Cost: O(values * |group| * largest count).

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace overt {

// A number known to lie between two bounds.
struct Interval {
  double low = 0;
  double high = 0;
};

struct Part {
  std::uint32_t size;
  std::uint64_t cap;
};

struct TwoParts {
  Interval good;  // the probability that both parts keep their caps
  // chance[part][value]: that a record of the part has the value, if they do. Empty when
  // that is impossible.
  std::array<std::vector<Interval>, 2> chance;
};

// REQUIRES: the counts add up to the sizes of the parts, both above 0.
TwoParts two_parts(std::span<const std::uint32_t> counts, Part first, Part second);

}  // namespace overt
