#include "overt/privacy/property.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <string_view>
#include <vector>

#include "overt/base/error.h"
#include "overt/privacy/distinct_diversity_property.h"
#include "overt/privacy/entropy_diversity_property.h"
#include "overt/privacy/highest_ratio_property.h"
#include "overt/privacy/recursive_diversity_property.h"
#include "overt/privacy/t_closeness_property.h"

namespace overt {
namespace {

using Overall = std::span<const std::uint64_t>;

[[noreturn]] void fail(const PropertySpec& spec, std::string_view what) {
  throw Error(ErrorCode::usage, fmt::format("property {}: {}", spec.name, what));
}

template <class Member>
const Member& needed(const PropertySpec& spec, std::string_view name,
                     const std::optional<Member>& member) {
  if (!member) fail(spec, fmt::format("needs {}", name));
  return *member;
}

std::uint64_t l_of(const PropertySpec& spec) {
  const std::int64_t l = needed(spec, "l", spec.l);
  if (l < 1) fail(spec, fmt::format("l is {}; it must be at least 1", l));
  return static_cast<std::uint64_t>(l);
}

std::unique_ptr<Property> highest_ratio(const PropertySpec& spec, Overall /*overall*/) {
  if (!spec.max && !spec.below) fail(spec, "needs max or below");
  if (spec.max && spec.below) fail(spec, "takes max or below, not both");
  const Rational& ratio = spec.max ? *spec.max : *spec.below;
  if (sgn(ratio) <= 0 || ratio > 1) {
    fail(spec, fmt::format("{} is {}; it must be above 0 and at most 1", spec.max ? "max" : "below",
                           to_string(ratio)));
  }
  using Bound = HighestRatioProperty::Bound;
  return std::make_unique<HighestRatioProperty>(ratio, spec.max ? Bound::max : Bound::below);
}

std::unique_ptr<Property> distinct_diversity(const PropertySpec& spec, Overall /*overall*/) {
  return std::make_unique<DistinctDiversityProperty>(l_of(spec));
}

std::unique_ptr<Property> entropy_diversity(const PropertySpec& spec, Overall /*overall*/) {
  return std::make_unique<EntropyDiversityProperty>(l_of(spec));
}

std::unique_ptr<Property> recursive_diversity(const PropertySpec& spec, Overall /*overall*/) {
  const Rational& c = needed(spec, "c", spec.c);
  if (c <= 0) fail(spec, fmt::format("c is {}; it must be above 0", to_string(c)));
  return std::make_unique<RecursiveDiversityProperty>(c, l_of(spec));
}

std::unique_ptr<Property> t_closeness(const PropertySpec& spec, Overall overall) {
  const Rational& t = needed(spec, "t", spec.t);
  if (t < 0 || t > 1) {
    fail(spec, fmt::format("t is {}; it must be at least 0 and at most 1", to_string(t)));
  }
  if (std::all_of(overall.begin(), overall.end(), [](std::uint64_t count) { return count == 0; })) {
    fail(spec, "the table has no records to be close to");
  }
  return std::make_unique<TClosenessProperty>(t, overall);
}

struct Kind {
  std::string_view name;
  std::string_view members;  // that it has, each with a space before and after
  std::unique_ptr<Property> (*make)(const PropertySpec&, Overall);
};

constexpr std::array kKinds = {
    Kind{"highest_ratio", " max below ", highest_ratio},
    Kind{"distinct_diversity", " l ", distinct_diversity},
    Kind{"entropy_diversity", " l ", entropy_diversity},
    Kind{"recursive_diversity", " c l ", recursive_diversity},
    Kind{"t_closeness", " t ", t_closeness},
};

std::string names() {
  std::string result;
  for (const Kind& kind : kKinds) {
    if (!result.empty()) result += ", ";
    result += kind.name;
  }
  return result;
}

// Fails for a member that is given and that the kind does not have.
void check_members(const PropertySpec& spec, const Kind& kind) {
  const auto check = [&](std::string_view name, bool given) {
    const bool has = kind.members.find(fmt::format(" {} ", name)) != std::string_view::npos;
    if (given && !has) fail(spec, fmt::format("has no {}", name));
  };
  check("max", spec.max.has_value());
  check("below", spec.below.has_value());
  check("c", spec.c.has_value());
  check("t", spec.t.has_value());
  check("l", spec.l.has_value());
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

PropertySpec highest_ratio_at_most(const Rational& max) {
  PropertySpec spec;
  spec.name = "highest_ratio";
  spec.max = max;
  return spec;
}

std::string to_string(const PropertySpec& spec) {
  std::string text = spec.name;
  const auto add = [&](const char* name, const std::optional<Rational>& value) {
    if (value) text += fmt::format(", {} {}", name, to_string(*value));
  };
  add("max", spec.max);
  add("below", spec.below);
  add("c", spec.c);
  add("t", spec.t);
  if (spec.l) text += fmt::format(", l {}", *spec.l);
  return text;
}

std::unique_ptr<Property> make_property(const PropertySpec& spec, Overall overall) {
  const auto* const kind = std::find_if(kKinds.begin(), kKinds.end(), [&](const Kind& candidate) {
    return candidate.name == spec.name;
  });
  if (kind == kKinds.end()) {
    throw Error(ErrorCode::usage,
                fmt::format("property: there is no {}; the names are {}", spec.name, names()));
  }
  check_members(spec, *kind);
  return kind->make(spec, overall);
}

}  // namespace overt
