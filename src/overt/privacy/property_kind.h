#pragma once

// A kind of property: what the file of each says of itself, so that nobody else asks for a
// property by its name (tests/structure/methods_test.py). property.cc has the list of them.

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "overt/privacy/property.h"

namespace overt {

struct PropertyKind {
  std::string_view name;
  std::string_view members;  // of PropertySpec that it has, each with a space before and after
  // Throws Error{usage}, by way of the functions below, for members that are missing or out of
  // range.
  std::unique_ptr<Property> (*make)(const PropertySpec& spec,
                                    std::span<const std::uint64_t> overall);
  // Whether whatever keeps `one` keeps `other`, both of this kind; no where that is not plain.
  bool (*at_least_as_strong)(const PropertySpec& one, const PropertySpec& other);
  // What it promises of groups: "every group has at least 3 different values of illness".
  std::string (*of_groups)(const PropertySpec& spec, const std::string& sensitive);

  bool has(std::string_view member) const;
};

// "property t_closeness: needs t".
[[noreturn]] void fail_property(const PropertySpec& spec, std::string_view what);

// spec.l, which must be there and at least 1.
std::uint64_t l_of(const PropertySpec& spec);

// `member`, which is called `name` and must be there.
const Rational& fraction_of(const PropertySpec& spec, std::string_view name,
                            const std::optional<Rational>& member);

}  // namespace overt
