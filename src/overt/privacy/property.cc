#include "overt/privacy/property.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <string_view>
#include <vector>

#include "overt/base/error.h"
#include "overt/base/keyed_error.h"
#include "overt/privacy/property_kind.h"

namespace overt {

// Each in the file of its name.
extern const PropertyKind kHighestRatio, kDistinctDiversity, kEntropyDiversity, kRecursiveDiversity,
    kTCloseness;

namespace {

using Overall = std::span<const std::uint64_t>;

constexpr std::array kKinds = {&kHighestRatio, &kDistinctDiversity, &kEntropyDiversity,
                               &kRecursiveDiversity, &kTCloseness};

constexpr std::array kFractions = {
    PropertyFraction{"max", &PropertySpec::max, "SHARE", "no share above this fraction, 1/3"},
    PropertyFraction{"below", &PropertySpec::below, "SHARE", "every share below this fraction"},
    PropertyFraction{"c", &PropertySpec::c, "C", "c, a fraction"},
    PropertyFraction{"t", &PropertySpec::t, "T", "the largest distance, a fraction"},
};

const PropertyKind* find_kind(std::string_view name) {
  const auto* const found = std::find_if(
      kKinds.begin(), kKinds.end(), [&](const PropertyKind* kind) { return kind->name == name; });
  return found == kKinds.end() ? nullptr : *found;
}

std::string names() {
  std::string result;
  for (const PropertyKind* kind : kKinds) {
    if (!result.empty()) result += ", ";
    result += kind->name;
  }
  return result;
}

// Fails for a member that is given and that the kind does not have.
void check_members(const PropertySpec& spec, const PropertyKind& kind) {
  for (const PropertyFraction& member : kFractions) {
    if (spec.*member.value && !kind.has(member.name)) {
      fail_property(spec, fmt::format("has no {}", member.name));
    }
  }
  if (spec.l && !kind.has("l")) fail_property(spec, "has no l");
}

// The most even counts within limits that sum to `size`: as many of each as a common
// level says, and one more of the first that have room where that does not come out even.
// Nothing if no counts within the limits do.
std::optional<std::vector<Integer>> most_even(std::uint64_t size,
                                              std::span<const Property::Limits> limits) {
  const auto at = [](const Property::Limits& limit, std::uint64_t level) {
    return std::clamp(level, limit.least, limit.most);
  };
  const auto sum = [&](std::uint64_t level) {
    std::uint64_t result = 0;
    for (const auto& limit : limits) result += at(limit, level);
    return result;
  };
  if (sum(0) > size || sum(size) < size) return std::nullopt;
  std::uint64_t level = 0;  // the highest with a sum of at most `size`
  for (std::uint64_t above = size + 1; above - level > 1;) {
    const std::uint64_t middle = level + (above - level) / 2;
    (sum(middle) <= size ? level : above) = middle;
  }
  std::uint64_t left = size - sum(level);
  std::vector<Integer> result;
  result.reserve(limits.size());
  for (const auto& limit : limits) {
    const bool more = left > 0 && limit.least <= level && level < limit.most;
    if (more) --left;
    result.emplace_back(static_cast<unsigned long>(at(limit, level) + (more ? 1 : 0)));
  }
  return result;
}

}  // namespace

bool Property::can_pass(std::uint64_t size, std::span<const Limits> limits) const {
  assert(!names_values() && size > 0);
  const auto counts = most_even(size, limits);
  return counts && test(*counts) != Verdict::fails;
}

bool Property::holds_without(std::span<const Integer> weights, const Rational& eps) const {
  assert(!names_values() && eps >= 0);
  Integer ruled_out;  // in units of 1 / eps.get_den(), as what is left
  std::vector<Integer> left;
  left.reserve(weights.size());
  for (const Integer& weight : weights) {
    ruled_out += weight;
    left.push_back(weight * eps.get_den());
  }
  ruled_out *= eps.get_num();
  std::sort(left.begin(), left.end());
  for (Integer& weight : left) {
    const Integer part = std::min(weight, ruled_out);
    weight -= part;
    ruled_out -= part;
    if (ruled_out == 0) break;
  }
  return left.back() > 0 && test(left) == Verdict::holds;
}

bool PropertyKind::has(std::string_view member) const {
  return members.find(fmt::format(" {} ", member)) != std::string_view::npos;
}

void fail_property(const PropertySpec& spec, std::string_view what) {
  throw KeyedError(ErrorCode::usage, {Key{"property"}, fmt::format(" {}: {}", spec.name, what)});
}

std::uint64_t l_of(const PropertySpec& spec) {
  if (!spec.l) fail_property(spec, "needs l");
  if (*spec.l < 1) fail_property(spec, fmt::format("l is {}; it must be at least 1", *spec.l));
  return static_cast<std::uint64_t>(*spec.l);
}

const Rational& fraction_of(const PropertySpec& spec, std::string_view name,
                            const std::optional<Rational>& member) {
  if (!member) fail_property(spec, fmt::format("needs {}", name));
  return *member;
}

std::span<const PropertyKind* const> property_kinds() { return kKinds; }
std::span<const PropertyFraction> property_fractions() { return kFractions; }

std::vector<std::string_view> property_keys() {
  std::vector<std::string_view> keys = {"name"};
  for (const PropertyFraction& member : kFractions) keys.push_back(member.name);
  keys.emplace_back("l");
  return keys;
}

PropertySpec highest_ratio_at_most(const Rational& max) {
  PropertySpec spec;
  spec.name = kHighestRatio.name;
  spec.max = max;
  return spec;
}

std::string to_string(const PropertySpec& spec) {
  std::string text = spec.name;
  for (const PropertyFraction& member : kFractions) {
    const std::optional<Rational>& value = spec.*member.value;
    if (value) text += fmt::format(", {} {}", member.name, to_string(*value));
  }
  if (spec.l) text += fmt::format(", l {}", *spec.l);
  return text;
}

std::unique_ptr<Property> make_property(const PropertySpec& spec, Overall overall) {
  const PropertyKind* const kind = find_kind(spec.name);
  if (kind == nullptr) {
    throw KeyedError(
        ErrorCode::usage,
        {Key{"property"}, fmt::format(": there is no {}; the names are {}", spec.name, names())});
  }
  check_members(spec, *kind);
  return kind->make(spec, overall);
}

bool at_least_as_strong(const PropertySpec& one, const PropertySpec& other) {
  if (one.name != other.name) return false;
  if (one == other) return true;
  const PropertyKind* const kind = find_kind(one.name);
  return kind != nullptr && kind->at_least_as_strong(one, other);
}

std::string promise_of_groups(const PropertySpec& promise, const std::string& sensitive) {
  const PropertyKind* const kind = find_kind(promise.name);
  return kind == nullptr ? fmt::format("every group keeps {}", to_string(promise))
                         : kind->of_groups(promise, sensitive);
}

}  // namespace overt
