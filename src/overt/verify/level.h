#pragma once

// Guarantee levels: what the adversary may know. Every method has exactly one;
// the certificate prints it with what it means.

#include <optional>
#include <string_view>

namespace overt {

// The level of a method, and for the method `strategy` of its strategy; nothing for
// what does not exist.
std::optional<std::string_view> level_of(std::string_view method, std::string_view strategy = {});

// One sentence in plain words, for certificates and readers. Empty for a level
// that does not exist.
std::string_view meaning_of(std::string_view level);

// The methods there are, as an error message lists them.
inline constexpr std::string_view kMethods = "local, rda, ria, gda, strategy or merge";

}  // namespace overt
