#pragma once

// "did you mean": the name that a mistyped one was probably meant to be.
//
//   nearest_name("relaese", {"release", "report"})   // release
//   did_you_mean("zpi", columns)                     // "; did you mean zip?", or nothing
//
// Near is what a slip of the fingers makes: at most a third of the letters left out, put in,
// changed or swapped with their neighbour, or another case. Of several that are equally near it
// is the first.
//
// Cost: O(names * length^2) for names of up to kLongestName bytes; longer ones are passed over.

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace overt {

inline constexpr std::size_t kLongestName = 100;

// Letters left out, put in, changed or swapped with their neighbour (optimal string alignment).
std::size_t typing_distance(std::string_view a, std::string_view b);

std::optional<std::string> nearest_name(std::string_view given, std::span<const std::string> names);

// "; did you mean NAME?", or nothing if none is near.
std::string did_you_mean(std::string_view given, std::span<const std::string> names);

}  // namespace overt
