#include "overt/privacy/entropy_diversity_property.h"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include "overt/privacy/entropy_diversity.h"
#include "overt/privacy/property_kind.h"

namespace overt {

EntropyDiversityProperty::EntropyDiversityProperty(std::uint64_t l)
    : l_(static_cast<unsigned long>(l)) {
  assert(l >= 1);
}

Verdict EntropyDiversityProperty::test(std::span<const Integer> weights) const {
  std::vector<Integer> possible;
  possible.reserve(weights.size());
  std::copy_if(weights.begin(), weights.end(), std::back_inserter(possible),
               [](const Integer& weight) { return weight > 0; });
  return entropy_verdict(std::move(possible), l_);
}

namespace {

std::unique_ptr<Property> make(const PropertySpec& spec,
                               std::span<const std::uint64_t> /*overall*/) {
  return std::make_unique<EntropyDiversityProperty>(l_of(spec));
}

bool as_strong(const PropertySpec& one, const PropertySpec& other) { return *one.l >= *other.l; }

std::string of_groups(const PropertySpec& spec, const std::string& sensitive) {
  return fmt::format(
      "the values of {} in every group are at least as mixed (by entropy) as {} equally frequent "
      "ones",
      sensitive, *spec.l);
}

}  // namespace

extern constexpr PropertyKind kEntropyDiversity = {"entropy_diversity", " l ", make, as_strong,
                                                   of_groups};

}  // namespace overt
