#pragma once

// How the studio looks and what its script does, and its icon: served as files of their own, since
// a page may have neither inline styles nor inline scripts.

#include <string_view>

namespace overt::studio {

extern const std::string_view kStudioStyle;  // comes behind the stylesheet of the reports
extern const std::string_view kStudioScript;
extern const std::string_view kStudioIcon;

}  // namespace overt::studio
