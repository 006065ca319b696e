#pragma once

// The property `entropy_diversity`: the entropy of the record's value over the
// tables is at least log l. With weights w_i that sum to W this is
//
//   W^W >= l^W * prod w_i^w_i
//
//   weights 4, 1, 1, 1, 1   ->   8^8 = 4^8 * 4^4: exactly 4, passes l = 4
//
// Convex: entropy is concave, so that of a mixture is at least the mixture of
// entropies. Not set-monotonic: with l = 2
//   weights 1, 1 pass; with one more table that gives the first value,
//   weights 2, 1 fail.
//
// Cost and limits: those of entropy_verdict() in entropy_diversity.h. Equal shares
// are decided at once, whatever their size. Not proven is left to unequal ones
// that are no multiple of 2^20 tables or fewer, and that have an entropy equal to
// log l or as close to it as 1000 binary digits.

#include "overt/privacy/property.h"

namespace overt {

class EntropyDiversityProperty : public Property {
 public:
  // REQUIRES: l >= 1.
  explicit EntropyDiversityProperty(std::uint64_t l);

  Verdict test(std::span<const Integer> weights) const override;
  bool set_monotonic() const override { return false; }

 private:
  Rational l_;
};

}  // namespace overt
