#pragma once

// Distributions as weights, and all small ones, for tests of the properties.

#include <cstdint>
#include <string_view>
#include <vector>

#include "overt/privacy/property.h"

namespace overt {

using Weights = std::vector<Integer>;
using Counts = std::vector<std::uint64_t>;

inline Weights weights_of(const Counts& counts) {
  Weights weights;
  for (const std::uint64_t count : counts) weights.emplace_back(static_cast<unsigned long>(count));
  return weights;
}

inline Rational number(std::string_view text) { return parse_rational(text, "number"); }

inline Verdict test(const Property& property, const Counts& counts) {
  return property.test(weights_of(counts));
}

// Whether more tables can make the property fail: 1, 1 passes, 2, 1 does not.
inline bool one_more_table_breaks(const Property& property) {
  return test(property, {1, 1}) == Verdict::holds && test(property, {2, 1}) == Verdict::fails;
}

// All counts from 0 to `most` of that many values, but for 0 everywhere.
inline std::vector<Counts> all_counts(std::size_t values, std::uint64_t most) {
  std::vector<Counts> result;
  Counts counts(values);
  for (;;) {
    std::size_t value = 0;
    while (value < values && counts[value] == most) counts[value++] = 0;
    if (value == values) return result;
    ++counts[value];
    result.push_back(counts);
  }
}

}  // namespace overt
