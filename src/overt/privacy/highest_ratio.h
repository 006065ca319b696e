#pragma once

// The promise `highest_ratio`: in a group, no value takes more than the share
// `max` of the records. With max = 1/l this is the l-diversity of the
// streamliner paper; "exactly 1/l" passes, one record more fails. Together with
// a smallest group of k records it is (alpha,k)-anonymity (Wong, Li, Fu and Wang
// 2006) for all values, alpha being the maximum.

#include <algorithm>
#include <cstdint>

#include "overt/base/ratio.h"
#include "overt/base/rational.h"
#include "overt/privacy/distribution.h"

namespace overt {

// The share of a group's most frequent value.
inline Ratio largest_share(const Distribution& group) {
  return {*std::max_element(group.counts.begin(), group.counts.end()), group.records};
}

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
