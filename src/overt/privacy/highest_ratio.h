#pragma once

// The promise `highest_ratio`: in a group, no value takes more than the share
// `max` of the records. With max = 1/l this is the l-diversity of the
// streamliner paper; "exactly 1/l" passes, one record more fails.

#include <cstdint>

#include "overt/base/rational.h"

namespace overt {

class HighestRatio {
 public:
  explicit HighestRatio(Rational max) : max_(std::move(max)) {}

  const Rational& max() const { return max_; }
  // Whether `largest` of `size` records with one value keep the promise.
  bool holds(std::uint64_t largest, std::uint64_t size) const {
    return share(largest, size) <= max_;
  }

 private:
  Rational max_;
};

}  // namespace overt
