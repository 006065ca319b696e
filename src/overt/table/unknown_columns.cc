#include "overt/table/unknown_columns.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "overt/base/error.h"
#include "overt/base/nearest_name.h"

namespace overt {

void unknown_columns(std::string_view source, std::span<const std::string> unknown,
                     std::span<const std::string> columns) {
  std::vector<std::string> meant;
  for (const std::string& name : unknown) {
    if (auto nearest = nearest_name(name, columns)) meant.push_back(std::move(*nearest));
  }
  throw Error(
      ErrorCode::usage,
      fmt::format("{}: there is no column with the name: {}{}", source, fmt::join(unknown, ", "),
                  meant.empty() ? "" : fmt::format("; did you mean {}?", fmt::join(meant, ", "))));
}

void unknown_column(std::string_view source, const std::string& unknown,
                    std::span<const std::string> columns) {
  unknown_columns(source, {&unknown, 1}, columns);
}

}  // namespace overt
