#pragma once

// The property `distinct_diversity`: at least l values are possible for the
// record, however unlikely.
//
//   weights 1000, 0, 1   ->   two values: passes l = 2, fails l = 3
//
// Set-monotonic, as the only one of our properties: more tables make no value
// impossible. For the same reason it is convex: a mixture has the values of both.
//
// Cost: O(values), whatever the size of the weights.

#include "overt/privacy/property.h"

namespace overt {

class DistinctDiversityProperty : public Property {
 public:
  // REQUIRES: l >= 1.
  explicit DistinctDiversityProperty(std::uint64_t l);

  Verdict test(std::span<const Integer> weights) const override;
  bool set_monotonic() const override { return true; }

 private:
  std::uint64_t l_;
};

}  // namespace overt
