#include "overt/table/column.h"

#include <algorithm>

namespace overt {

std::vector<std::uint64_t> Column::counts() const {
  std::vector<std::uint64_t> result(domain());
  for (const Code code : codes) ++result[code];
  return result;
}

std::size_t Table::find(std::string_view name) const {
  return static_cast<std::size_t>(
      std::find_if(columns.begin(), columns.end(),
                   [&](const Column& column) { return column.name == name; }) -
      columns.begin());
}

}  // namespace overt
