#pragma once

// Which version of the program this is, as certificates name it: a page that another version made
// cannot be compared with the one that this version makes.

#include <string_view>

namespace overt {

extern const std::string_view kVersion;  // "0.2.0"

}  // namespace overt
