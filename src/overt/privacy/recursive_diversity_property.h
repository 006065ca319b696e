#pragma once

// The property `recursive_diversity` (c,l): with the weights in descending order
// r1 >= r2 >= .. >= rm,
//
//   r1 < c * (rl + .. + rm)
//
// so that the best guess stays doubtful even to someone who can exclude l - 2 of
// the other values. Fewer than l possible values leave 0 on the right, and fail.
//
//   weights 3, 2, 1   ->   (2,2): 3 < 2 * 3 passes;   (2,3): 3 < 2 * 1 fails
//
// (2,2) is highest_ratio below 2/3: r1 < 2 (1 - r1). With l = 1 it is a ratio
// below c.
//
// Convex: r1 and r1 + .. + r(l-1) are largest sums of so many shares, which are
// convex, and the property is r1 + c * (r1 + .. + r(l-1)) < c.
// Not set-monotonic: with (2,2)
//   weights 1, 1 pass; with one more table that gives the first value,
//   weights 2, 1 fail.
//
// Cost: O(values) comparisons and additions.

#include "overt/privacy/property.h"

namespace overt {

class RecursiveDiversityProperty : public Property {
 public:
  // REQUIRES: c > 0, l >= 1.
  RecursiveDiversityProperty(Rational c, std::uint64_t l);

  Verdict test(std::span<const Integer> weights) const override;
  bool set_monotonic() const override { return false; }

 private:
  Rational c_;
  std::uint64_t l_;
};

}  // namespace overt
