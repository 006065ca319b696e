#pragma once

// Numbers as reports show them, the same on every machine: no locale.
//
//   whole_number(600000)    600,000
//   short_number(0.012345)  0.0123
//   percent(1.0 / 3)        33.3 %
//   axis_ticks(0, 0.37, 5)  0  0.1  0.2  0.3

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "overt/base/ratio.h"

namespace overt {

std::string whole_number(Wide value);

// Three significant digits, or all before the point; no zeros at the end.
std::string short_number(double value);

// One digit behind the point, a no-break space before the sign.
std::string percent(double share);

// A length or place in a drawing: at most one digit behind the point.
std::string place(double value);

// Round numbers from `low` to `high`, about `wanted` of them. REQUIRES: low < high,
// wanted >= 1.
std::vector<double> axis_ticks(double low, double high, std::size_t wanted);

// About how wide a text is, in characters: East Asian ones count twice. There are no
// fonts here to ask.
std::size_t text_width(std::string_view text);

// The text, or its beginning with an ellipsis if it is wider than `most` characters.
std::string shortened(std::string_view text, std::size_t most);

}  // namespace overt
