#pragma once

// Caps as a property of what is known of one record: it is in each capped set of values with at
// most the probability of the set's cap (privacy/promise.h). Not one of the names that a problem
// file can ask for: which sets there are follows from a column and a promise.
//
//   flu 1/2, {flu, cold} 2/3, ulcer none    2 flu, 1 cold, 1 ulcer    passes {2/4} and fails {3/4}

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "overt/base/ratio.h"
#include "overt/privacy/promise.h"
#include "overt/privacy/property.h"

namespace overt {

class CapsProperty final : public Property {
 public:
  explicit CapsProperty(std::vector<PromisedCap> caps);

  Verdict test(std::span<const Integer> weights) const override;
  Verdict test_counts(std::span<const std::uint32_t> counts) const override;
  // Tables that are added may hold more of a set.
  bool set_monotonic() const override { return false; }
  // A share of all is at most the largest share of a part.
  bool passes_together() const override { return true; }
  bool names_values() const override { return true; }
  // Of caps on single values.
  std::optional<std::vector<std::uint64_t>> deciding_counts(std::uint64_t size,
                                                            std::size_t values) const override;
  bool can_pass(std::uint64_t size, std::span<const Limits> limits) const override;
  bool holds_without(std::span<const Integer> weights, const Rational& eps) const override;

 private:
  std::vector<PromisedCap> caps_;
  std::vector<Ratio> ratios_;  // the caps; none if a number is too large for one word
};

}  // namespace overt
