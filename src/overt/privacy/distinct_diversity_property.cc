#include "overt/privacy/distinct_diversity_property.h"

#include <fmt/format.h>
#include <algorithm>
#include <cassert>
#include "overt/privacy/property_kind.h"

namespace overt {

DistinctDiversityProperty::DistinctDiversityProperty(std::uint64_t l) : l_(l) { assert(l >= 1); }

Verdict DistinctDiversityProperty::test(std::span<const Integer> weights) const {
  const auto possible = std::count_if(weights.begin(), weights.end(),
                                      [](const Integer& weight) { return weight > 0; });
  assert(possible > 0);
  return static_cast<std::uint64_t>(possible) >= l_ ? Verdict::holds : Verdict::fails;
}

namespace {

std::unique_ptr<Property> make(const PropertySpec& spec,
                               std::span<const std::uint64_t> /*overall*/) {
  return std::make_unique<DistinctDiversityProperty>(l_of(spec));
}

bool as_strong(const PropertySpec& one, const PropertySpec& other) { return *one.l >= *other.l; }

std::string of_groups(const PropertySpec& spec, const std::string& sensitive) {
  return fmt::format("every group has at least {} different values of {}", *spec.l, sensitive);
}

}  // namespace

extern constexpr PropertyKind kDistinctDiversity = {"distinct_diversity", " l ", make, as_strong,
                                                    of_groups};

}  // namespace overt
