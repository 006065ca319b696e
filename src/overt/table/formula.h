#pragma once

// Texts that a spreadsheet would run. One that begins with = + - @, a tab or a carriage return is
// taken for a formula when a CSV file is opened, and a formula can send the whole table somewhere.
// With an apostrophe before it it is a text:
//
//   =SUM(A1)   ->   '=SUM(A1)          and back: one apostrophe less
//   'tis       ->   ''tis              else it would come back as tis
//
// A negative number (-5, -0.5) is none, and stays as it is. The rule is public and looks at the
// text alone, so what is quoted says nothing that the text does not say.

#include <optional>
#include <string>
#include <string_view>

namespace overt {

// Whether quoting changes the text.
bool needs_apostrophe(std::string_view text);
// The text, with an apostrophe before it if it needs one.
std::string with_apostrophe(std::string_view text);
// The text that with_apostrophe() was given; nothing for one that it cannot have returned.
std::optional<std::string_view> without_apostrophe(std::string_view text);

}  // namespace overt
