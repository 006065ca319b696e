#pragma once

// The one stylesheet of all reports. Colours are custom properties, set for light and dark;
// text has a contrast of at least 4.5 to 1 in both, bars and lines at least 3 to 1.

#include <string_view>

namespace overt {

extern const std::string_view kStylesheet;

}  // namespace overt
