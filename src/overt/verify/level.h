#pragma once

// Guarantee levels: what the adversary may know of how a release came about. Every
// method has exactly one; the certificate prints it with what it means, and with what
// every level assumes.

#include <optional>
#include <string_view>

namespace overt {

// The level of a method, and for the method `strategy` of its strategy; nothing for
// what does not exist.
std::optional<std::string_view> level_of(std::string_view method, std::string_view strategy = {});

// One sentence in plain words, for certificates and readers. Empty for a level
// that does not exist.
std::string_view meaning_of(std::string_view level);

// What no level covers: an adversary who knows, or learns from the released groups, which
// values go with which public columns (Kifer 2009). One sentence, for the same readers.
inline constexpr std::string_view kAssumption =
    "assumes an adversary with no view of how the public columns go with the sensitive value: "
    "whoever has one, or learns one from the released groups, starts higher and can exceed the "
    "promise; how far, overt attack --learning says";

// The methods there are, as an error message lists them.
inline constexpr std::string_view kMethods = "local, rda, ria, gda, strategy or merge";

}  // namespace overt
