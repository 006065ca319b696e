#pragma once

// Entropy l-diversity (Machanavajjhala et al. 2007): the entropy of a group's
// values is at least log l,
//
//   - sum p_i ln p_i >= ln l,   or, with counts c_i of n records,   n^n >= l^n * prod c_i^c_i.
//
//   counts 3, 3      ->   l is exactly 2
//   counts 2, 1, 1   ->   l = 2^1.5 = 2.828..
//
// The largest l is in general no rational, so a figure is a double, and a verdict
// never rests on it: entropy_verdict() decides with bounds that are known to hold,
// then by comparing the two integers above.

#include <cstdint>
#include <span>
#include <vector>

#include "overt/base/rational.h"
#include "overt/privacy/verdict.h"

namespace overt {

// Whether shares that are to each other as `weights` have an entropy of at least
// log l. Not proven is what neither the bounds (1024 binary digits) nor the
// integers (weights without a common divisor that sum to at most 2^20) can decide.
// Weights may have any size: bounds look at their leading digits, and only what
// the first of them leave open asks for the common divisor.
// REQUIRES: weights are positive, there is at least one.
Verdict entropy_verdict(std::vector<Integer> weights, const Rational& l);

// Whether a group with these counts is entropy l-diverse. True only if that is
// proven. REQUIRES: counts are positive, there is at least one.
bool entropy_at_least(std::span<const std::uint64_t> counts, const Rational& l);

// The group of the smallest entropy, of many. Floating point only passes over
// groups that cannot be the one; those that may be are kept, each distribution
// once, and a verdict asks all of them.
class EntropyDiversity {
 public:
  EntropyDiversity();
  void add(std::span<const std::uint64_t> counts);
  // The largest l, for display; exact when the group's values are equally
  // frequent. REQUIRES: there is a group.
  double l() const;
  bool at_least(const Rational& l) const;

 private:
  struct Group {
    double entropy;
    std::vector<std::uint64_t> counts;  // sorted, without a common divisor
  };

  double entropy(std::span<const std::uint64_t> counts) const;

  std::vector<double> x_log_x_;  // of small numbers
  std::vector<Group> smallest_;
  double least_ = 0;  // the smallest entropy of all is not above this
};

}  // namespace overt
