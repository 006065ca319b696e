#include "overt/privacy/highest_ratio_property.h"

#include <fmt/format.h>
#include <algorithm>
#include <cassert>
#include <utility>
#include "overt/privacy/property_kind.h"

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

namespace {

std::unique_ptr<Property> make(const PropertySpec& spec,
                               std::span<const std::uint64_t> /*overall*/) {
  if (!spec.max && !spec.below) fail_property(spec, "needs max or below");
  if (spec.max && spec.below) fail_property(spec, "takes max or below, not both");
  const Rational& ratio = spec.max ? *spec.max : *spec.below;
  if (sgn(ratio) <= 0 || ratio > 1) {
    fail_property(spec, fmt::format("{} is {}; it must be above 0 and at most 1",
                                    spec.max ? "max" : "below", to_string(ratio)));
  }
  using Bound = HighestRatioProperty::Bound;
  return std::make_unique<HighestRatioProperty>(ratio, spec.max ? Bound::max : Bound::below);
}

bool as_strong(const PropertySpec& one, const PropertySpec& other) {
  const Rational& own = one.max ? *one.max : *one.below;
  if (other.below) return one.max ? own < *other.below : own <= *other.below;
  return own <= *other.max;
}

std::string of_groups(const PropertySpec& spec, const std::string& sensitive) {
  return spec.max ? fmt::format("no value of {} has a share above {} in any group", sensitive,
                                to_string(*spec.max))
                  : fmt::format("every value of {} has a share below {} in every group", sensitive,
                                to_string(*spec.below));
}

}  // namespace

extern constexpr PropertyKind kHighestRatio = {"highest_ratio", " max below ", make, as_strong,
                                               of_groups};

}  // namespace overt
