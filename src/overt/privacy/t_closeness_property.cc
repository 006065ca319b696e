#include "overt/privacy/t_closeness_property.h"

#include <fmt/format.h>
#include <algorithm>
#include <cassert>
#include <utility>
#include "overt/privacy/property_kind.h"

namespace overt {

TClosenessProperty::TClosenessProperty(Rational t, std::span<const std::uint64_t> overall)
    : t_(std::move(t)) {
  overall_.reserve(overall.size());
  for (const std::uint64_t count : overall) {
    overall_.emplace_back(static_cast<unsigned long>(count));
    records_ += overall_.back();
  }
  assert(t_ >= 0 && t_ <= 1 && records_ > 0);
}

Integer TClosenessProperty::distance(std::span<const Integer> weights,
                                     const Integer& tables) const {
  assert(weights.size() == overall_.size());
  Integer result;
  Integer excess;
  for (std::size_t value = 0; value < weights.size(); ++value) {
    excess = weights[value] * records_ - overall_[value] * tables;
    if (excess > 0) result += excess;
  }
  return result;
}

Verdict TClosenessProperty::test(std::span<const Integer> weights) const {
  Integer tables;
  for (const Integer& weight : weights) tables += weight;
  assert(tables > 0);
  const bool passes = distance(weights, tables) * t_.get_den() <= t_.get_num() * tables * records_;
  return passes ? Verdict::holds : Verdict::fails;
}

// A record more of a value costs nothing up to size * share, then what it goes beyond
// that, then 1 each: so whole records below it come first, then the cheapest ones that
// cross it, then any.
bool TClosenessProperty::can_pass(std::uint64_t size, std::span<const Limits> limits) const {
  assert(limits.size() == overall_.size());
  const Integer tables = static_cast<unsigned long>(size);
  std::vector<Integer> counts;
  Integer left = tables;
  struct Crossing {
    Integer cost;
    std::size_t value;
  };
  std::vector<Crossing> crossings;
  for (std::size_t value = 0; value < limits.size(); ++value) {
    const Integer target = overall_[value] * tables;  // in units of 1 / records_
    const Integer whole = target / records_;
    const Integer least = static_cast<unsigned long>(limits[value].least);
    const Integer most = static_cast<unsigned long>(limits[value].most);
    counts.push_back(std::max(least, Integer(std::min(most, whole))));
    left -= counts.back();
    if (counts.back() == whole && whole < most) {
      crossings.push_back({(whole + 1) * records_ - target, value});
    }
  }
  if (left < 0) {  // some are forced: others go down, which costs nothing
    for (std::size_t value = 0; value < limits.size() && left < 0; ++value) {
      const Integer least = static_cast<unsigned long>(limits[value].least);
      const Integer down = std::min(Integer(counts[value] - least), Integer(-left));
      counts[value] -= down;
      left += down;
    }
    if (left < 0) return false;  // more are forced than there are places
  }
  std::sort(crossings.begin(), crossings.end(),
            [](const Crossing& a, const Crossing& b) { return a.cost < b.cost; });
  for (const Crossing& crossing : crossings) {
    if (left == 0) break;
    ++counts[crossing.value];
    --left;
  }
  for (std::size_t value = 0; value < limits.size() && left > 0; ++value) {
    const Integer most = static_cast<unsigned long>(limits[value].most);
    const Integer up = std::min(Integer(most - counts[value]), left);
    counts[value] += up;
    left -= up;
  }
  return left == 0 && test(counts) != Verdict::fails;
}

bool TClosenessProperty::holds_without(std::span<const Integer> weights,
                                       const Rational& eps) const {
  Integer tables;
  for (const Integer& weight : weights) tables += weight;
  Rational furthest(distance(weights, tables), tables * records_);
  furthest.canonicalize();
  return eps < 1 && furthest + eps <= t_;
}

namespace {

std::unique_ptr<Property> make(const PropertySpec& spec, std::span<const std::uint64_t> overall) {
  const Rational& t = fraction_of(spec, "t", spec.t);
  if (t < 0 || t > 1) {
    fail_property(spec, fmt::format("t is {}; it must be at least 0 and at most 1", to_string(t)));
  }
  if (std::all_of(overall.begin(), overall.end(), [](std::uint64_t count) { return count == 0; })) {
    fail_property(spec, "the table has no records to be close to");
  }
  return std::make_unique<TClosenessProperty>(t, overall);
}

bool as_strong(const PropertySpec& one, const PropertySpec& other) { return *one.t <= *other.t; }

std::string of_groups(const PropertySpec& spec, const std::string& sensitive) {
  return fmt::format(
      "the values of {} are distributed in every group as in the whole table, up to a distance of "
      "{}",
      sensitive, to_string(*spec.t));
}

}  // namespace

extern constexpr PropertyKind kTCloseness = {"t_closeness", " t ", make, as_strong, of_groups};

}  // namespace overt
