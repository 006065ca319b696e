#include "overt/privacy/highest_ratio_property.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace overt {

HighestRatioProperty::HighestRatioProperty(Rational ratio, Bound bound)
    : ratio_(std::move(ratio)), bound_(bound) {
  assert(ratio_ > 0 && ratio_ <= 1);
}

Verdict HighestRatioProperty::test(std::span<const Integer> weights) const {
  Integer allowed;
  for (const Integer& weight : weights) allowed += weight;
  assert(allowed > 0);
  allowed *= ratio_.get_num();
  const Integer largest = *std::max_element(weights.begin(), weights.end()) * ratio_.get_den();
  const bool passes = bound_ == Bound::max ? largest <= allowed : largest < allowed;
  return passes ? Verdict::holds : Verdict::fails;
}

std::optional<std::uint64_t> HighestRatioProperty::largest_count(std::uint64_t size) const {
  const Rational most = ratio_ * static_cast<unsigned long>(size);
  Integer whole = most.get_num() / most.get_den();
  if (bound_ == Bound::below && whole == most) --whole;
  return whole.get_ui();
}

// The cap is all that counts: no long numbers.
bool HighestRatioProperty::can_pass(std::uint64_t size, std::span<const Limits> limits) const {
  const std::uint64_t cap = *largest_count(size);
  std::uint64_t forced = 0;
  std::uint64_t room = 0;
  for (const Limits& limit : limits) {
    if (limit.least > cap) return false;
    forced += limit.least;
    room += std::min(limit.most, cap);
  }
  return forced <= size && size <= room;
}

}  // namespace overt
