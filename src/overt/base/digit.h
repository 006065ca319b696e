#pragma once

// Whether a character is one of 0 to 9, whatever the locale.

namespace overt {

inline bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace overt
