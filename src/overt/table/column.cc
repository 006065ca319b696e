#include "overt/table/column.h"

#include <algorithm>

namespace overt {

std::vector<std::uint64_t> Column::counts() const {
  std::vector<std::uint64_t> result(domain());
  for (const Code code : codes) ++result[code];
  return result;
}

Code Column::find(std::string_view value) const {
  // Ordered columns are sorted by number, not by bytes: there a plain search.
  const auto found = type == ValueType::text ? std::lower_bound(values.begin(), values.end(), value)
                                             : std::find(values.begin(), values.end(), value);
  if (found == values.end() || *found != value) return domain();
  return static_cast<Code>(found - values.begin());
}

std::size_t Table::find(std::string_view name) const {
  return static_cast<std::size_t>(
      std::find_if(columns.begin(), columns.end(),
                   [&](const Column& column) { return column.name == name; }) -
      columns.begin());
}

}  // namespace overt
