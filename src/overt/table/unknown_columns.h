#pragma once

// One message, wherever a column is named that a table does not have.

#include <span>
#include <string>
#include <string_view>

namespace overt {

// Throws Error{usage}, "t.csv: there is no column with the name: agee; did you mean age?".
// `columns` are those of the table that `source` names.
[[noreturn]] void unknown_columns(std::string_view source, std::span<const std::string> unknown,
                                  std::span<const std::string> columns);
[[noreturn]] void unknown_column(std::string_view source, const std::string& unknown,
                                 std::span<const std::string> columns);

}  // namespace overt
