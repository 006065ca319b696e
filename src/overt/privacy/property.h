#pragma once

// A property of what an adversary knows of one record: a test of the distribution
// of its value over a set of equally likely tables. A set of tables keeps the
// property if every record passes.
//
//   {"name": "highest_ratio", "max": "1/2"}   no value has a share above 1/2
//
// Adding a property is its file, with its class and its PropertyKind (property_kind.h), and its
// name in property.cc; a member that no other property has is a line here and a row there.

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "overt/base/rational.h"
#include "overt/privacy/verdict.h"

namespace overt {

class Property {
 public:
  Property() = default;
  Property(const Property&) = delete;
  Property& operator=(const Property&) = delete;
  virtual ~Property() = default;

  // weights[v] of the tables give the record the value v. Exact: `not_proven` only
  // where a comparison is beyond a stated limit. REQUIRES: not all are 0.
  virtual Verdict test(std::span<const Integer> weights) const = 0;
  // The same of numbers of records: a walk over tables asks after every step.
  virtual Verdict test_counts(std::span<const std::uint32_t> counts) const {
    const std::vector<Integer> weights(counts.begin(), counts.end());
    return test(weights);
  }

  // Whether a set of tables that contains one that passes passes as well.
  virtual bool set_monotonic() const = 0;

  // Whether groups that pass, each by itself, pass as one group.
  virtual bool passes_together() const { return ratio().has_value() || set_monotonic(); }

  // Whether the test looks at which value is which, so that values must not be
  // renamed: t_closeness compares with each value's overall share.
  virtual bool names_values() const { return false; }

  // For proofs by bounds. The largest share that passes, or that no longer passes (then
  // passing shares come arbitrarily near to it); nothing for other properties.
  virtual std::optional<Rational> ratio() const { return std::nullopt; }
  // The most records of one value that a group of this size can
  // have and pass; nothing when the property does not limit that. A necessary
  // condition: it may be larger than need be, never smaller.
  virtual std::optional<std::uint64_t> largest_count(std::uint64_t /*size*/) const {
    return std::nullopt;
  }

  // Of each value the most records that a group of this size can have of it, if that decides: the
  // group passes exactly if no value has more. Nothing for other properties.
  virtual std::optional<std::vector<std::uint64_t>> deciding_counts(std::uint64_t size,
                                                                    std::size_t values) const {
    if (!ratio()) return std::nullopt;
    return std::vector<std::uint64_t>(values, *largest_count(size));
  }

  // How many records of a value a group can have.
  struct Limits {
    std::uint64_t least = 0;
    std::uint64_t most = 0;
  };
  // Whether some group of `size` records within the limits passes, one for each value;
  // also yes where that is not proven. REQUIRES: size > 0.
  //
  // Here for properties that do not name values. All of ours are convex, so a group that passes
  // also passes when it is made more even, and of all groups within limits one is the most
  // even: that one is tested.
  virtual bool can_pass(std::uint64_t size, std::span<const Limits> limits) const;
  // Whether the test passes for sure when at most a share `eps` of the tables is ruled out,
  // whichever they are. REQUIRES: 0 <= eps, as test().
  //
  // Here for properties that do not name values. By the same reason the least even of all
  // that can be left is tested: the rarest values are ruled out first.
  virtual bool holds_without(std::span<const Integer> weights, const Rational& eps) const;
};

// A property as it is asked for. Which of the members a name needs is checked by
// make_property().
struct PropertySpec {
  std::string name;
  std::optional<Rational> max;    // highest_ratio: share <= max
  std::optional<Rational> below;  // highest_ratio: share < below
  std::optional<Rational> c;      // recursive_diversity
  std::optional<Rational> t;      // t_closeness
  std::optional<std::int64_t> l;  // distinct, entropy and recursive diversity

  friend bool operator==(const PropertySpec&, const PropertySpec&) = default;
};

// The members of a spec that are fractions, for those who read and write them; `l` is whole.
struct PropertyFraction {
  std::string_view name;
  std::optional<Rational> PropertySpec::*value;
  std::string_view value_name;  // what stands for it in help
  std::string_view words;       // what it bounds
};
std::span<const PropertyFraction> property_fractions();
// Every member, as the keys of a file: the name, the fractions, l.
std::vector<std::string_view> property_keys();

// The kinds there are (property_kind.h).
struct PropertyKind;
std::span<const PropertyKind* const> property_kinds();

// No value has a share above `max`.
PropertySpec highest_ratio_at_most(const Rational& max);

// "highest_ratio, max 1/2".
std::string to_string(const PropertySpec& spec);

// `overall[v]`: how many records of the whole table have the value v. Throws
// Error{usage} for a name that does not exist (the message lists the names), a
// member that is missing, one that the name does not have, and one out of range.
std::unique_ptr<Property> make_property(const PropertySpec& spec,
                                        std::span<const std::uint64_t> overall);

// Whether whatever keeps `one` keeps `other` as well, where that is plain from their members.
// REQUIRES: both can be made.
bool at_least_as_strong(const PropertySpec& one, const PropertySpec& other);

// "no value of condition has a share above 1/3 in any group". REQUIRES: the same.
std::string promise_of_groups(const PropertySpec& promise, const std::string& sensitive);

}  // namespace overt
