#pragma once

// The property `highest_ratio`: an adversary's best guess of the record's value
// is right in at most a share `max` of the tables (or, with `below`, in less than
// that share). It is the promise of highest_ratio.h, asked of possible tables
// instead of the records of a group.
//
//   weights 1, 1, 2   ->   1/2: passes max 1/2, fails below 1/2
//
// Convex: the largest share of a mixture is at most that of its worst part.
// Not set-monotonic: with max 1/2
//   weights 1, 1 pass; with one more table that gives the first value,
//   weights 2, 1 fail.
//
// Cost: O(values) comparisons, two multiplications.

#include "overt/privacy/property.h"

namespace overt {

class HighestRatioProperty : public Property {
 public:
  enum class Bound { max, below };  // whether the bound itself passes

  // REQUIRES: 0 < ratio <= 1.
  HighestRatioProperty(Rational ratio, Bound bound);

  Verdict test(std::span<const Integer> weights) const override;
  bool set_monotonic() const override { return false; }
  std::optional<Rational> ratio() const override { return ratio_; }
  std::optional<std::uint64_t> largest_count(std::uint64_t size) const override;
  bool can_pass(std::uint64_t size, std::span<const Limits> limits) const override;

 private:
  Rational ratio_;
  Bound bound_;
};

}  // namespace overt
