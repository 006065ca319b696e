#include "overt/privacy/recursive_diversity_property.h"

#include <fmt/format.h>
#include <algorithm>
#include <cassert>
#include <utility>
#include <vector>
#include "overt/privacy/property_kind.h"

namespace overt {

RecursiveDiversityProperty::RecursiveDiversityProperty(Rational c, std::uint64_t l)
    : c_(std::move(c)), l_(l) {
  assert(c_ > 0 && l >= 1);
}

Verdict RecursiveDiversityProperty::test(std::span<const Integer> weights) const {
  if (weights.size() < l_) return Verdict::fails;
  std::vector<const Integer*> order;  // numbers may be long: only their places move
  order.reserve(weights.size());
  for (const Integer& weight : weights) order.push_back(&weight);
  const auto tail = order.begin() + static_cast<std::ptrdiff_t>(l_ - 1);
  std::nth_element(order.begin(), tail, order.end(),
                   [](const Integer* a, const Integer* b) { return *a > *b; });
  Integer sum;
  for (auto weight = tail; weight != order.end(); ++weight) sum += **weight;
  const Integer& largest = *std::max_element(weights.begin(), weights.end());
  assert(largest > 0);
  const bool passes = largest * c_.get_den() < c_.get_num() * sum;
  return passes ? Verdict::holds : Verdict::fails;
}

namespace {

std::unique_ptr<Property> make(const PropertySpec& spec,
                               std::span<const std::uint64_t> /*overall*/) {
  const Rational& c = fraction_of(spec, "c", spec.c);
  if (c <= 0) fail_property(spec, fmt::format("c is {}; it must be above 0", to_string(c)));
  return std::make_unique<RecursiveDiversityProperty>(c, l_of(spec));
}

bool as_strong(const PropertySpec& one, const PropertySpec& other) {
  return *one.l >= *other.l && *one.c <= *other.c;
}

std::string of_groups(const PropertySpec& spec, const std::string& sensitive) {
  return fmt::format(
      "in every group the most frequent value of {} occurs less than {} times as often as all from "
      "the one in place {} on together",
      sensitive, to_string(*spec.c), *spec.l);
}

}  // namespace

extern constexpr PropertyKind kRecursiveDiversity = {"recursive_diversity", " c l ", make,
                                                     as_strong, of_groups};

}  // namespace overt
