#pragma once

// The property `t_closeness`: the distribution q of the record's value over the
// tables is at most t away from that of all records, p, with all values equally
// far apart (the equal distance of t_closeness.h):
//
//   half the sum of |q_v - p_v|, which is the sum over the values with q_v > p_v
//
//   overall 2, 1, 1   weights 1, 0, 0   ->   1 - 1/2: passes t = 1/2
//
// It compares value by value, so values must not be renamed.
//
// Convex: a distance from a fixed point. Not set-monotonic: with overall 1, 1 and
// t = 0
//   weights 1, 1 pass; with one more table that gives the first value,
//   weights 2, 1 fail, at a distance of 1/6.
//
// Cost: two multiplications a value.

#include <vector>

#include "overt/privacy/property.h"

namespace overt {

class TClosenessProperty : public Property {
 public:
  // overall[v] of the records have the value v.
  // REQUIRES: 0 <= t <= 1; some record.
  TClosenessProperty(Rational t, std::span<const std::uint64_t> overall);

  // REQUIRES: as many weights as `overall` has values.
  Verdict test(std::span<const Integer> weights) const override;
  bool set_monotonic() const override { return false; }
  bool names_values() const override { return true; }
  // The nearest group within the limits.
  bool can_pass(std::uint64_t size, std::span<const Limits> limits) const override;
  // What is left is at most eps away from what there was.
  bool holds_without(std::span<const Integer> weights, const Rational& eps) const override;

 private:
  // How far away, in units of 1 / (tables * records).
  Integer distance(std::span<const Integer> weights, const Integer& tables) const;

  Rational t_;
  std::vector<Integer> overall_;
  Integer records_;
};

}  // namespace overt
