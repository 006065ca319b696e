#include "overt/assess/cell_reader.h"

#include <utility>

namespace overt {

CellReader::CellReader(const Column& column, std::optional<BoundHierarchy> hierarchy,
                       CellColumn& cells)
    : column_(column),
      hierarchy_(std::move(hierarchy)),
      matcher_(column, hierarchy_ ? &*hierarchy_ : nullptr),
      cells_(cells) {}

bool CellReader::add(std::optional<std::string_view> text) {
  const auto fresh = static_cast<std::uint32_t>(cells_.cells.size());
  if (!text) {
    if (!missing_) missing_ = fresh;
    cells_.of_group.push_back(*missing_);
    return *missing_ < fresh || compile(text);
  }
  const auto found = known_.find(*text);
  if (found != known_.end()) {
    cells_.of_group.push_back(found->second);
    return true;
  }
  cells_.of_group.push_back(fresh);
  known_.emplace(*text, fresh);
  return compile(text);
}

bool CellReader::compile(std::optional<std::string_view> text) {
  if (!matcher_.compile(text, cell_) || (cell_.missing && !column_.has_missing)) return false;
  if (cell_.below != nullptr) cell_.codes = *cell_.below;
  if (cell_.missing) cell_.codes.push_back(column_.missing_code());
  CodeSet set;
  cells_.spoken_as_interval.push_back(cell_.low <= cell_.high);
  if (cell_.low <= cell_.high) {
    set.low = cell_.low;
    set.high = cell_.high;
    set.codes = cell_.codes;  // the missing value at most: an interval stands alone
  } else {
    set = code_set(cell_.codes, column_.missing_code());
  }
  cells_.cells.push_back(std::move(set));
  return cells_.cells.back().size() > 0;
}

}  // namespace overt
