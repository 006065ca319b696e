#include "overt/verify/cell_matcher.h"

#include <algorithm>

namespace overt {

CellMatcher::CellMatcher(const Column& column, const BoundHierarchy* hierarchy)
    : column_(column), hierarchy_(hierarchy != nullptr) {
  for (Code code = 0; code < column.values.size(); ++code) {
    codes_.emplace(column.values[code], code);
    if (hierarchy == nullptr) continue;
    std::vector<std::string_view> seen;
    for (std::size_t level = 0; level < hierarchy->levels(); ++level) {
      const std::string& label = hierarchy->label(hierarchy->ancestor(level, code));
      if (std::find(seen.begin(), seen.end(), label) != seen.end()) continue;
      seen.push_back(label);
      labels_[label].push_back(code);
    }
  }
}

std::optional<Code> CellMatcher::find(std::string_view text) const {
  const auto found = codes_.find(text);
  if (found == codes_.end()) return std::nullopt;
  return found->second;
}

bool CellMatcher::add_value(CodeCell& cell, std::string_view text, bool alone) const {
  if (hierarchy_) {
    const auto found = labels_.find(std::string(text));
    if (found == labels_.end()) return false;
    if (alone) {
      cell.below = &found->second;
      return true;
    }
    cell.codes.insert(cell.codes.end(), found->second.begin(), found->second.end());
    return true;
  }
  const auto code = find(text);
  if (code) cell.codes.push_back(*code);
  return code.has_value();
}

bool CellMatcher::compile(std::optional<std::string_view> text, CodeCell& result) {
  result.low = 1;
  result.high = 0;
  result.codes.clear();
  result.below = nullptr;
  result.missing = !text;
  if (!text) return true;
  if (!parse_cell(*text, cell_)) return false;
  result.missing = cell_.missing;
  if (cell_.interval) {
    if (hierarchy_) return false;  // of texts: in the order of their codes, that of bytes
    const auto low = find(cell_.interval->first);
    const auto high = find(cell_.interval->second);
    if (!low || !high || *low > *high) return false;
    result.low = *low;
    result.high = *high;
  }
  for (const std::string_view value : cell_.values) {
    if (!add_value(result, value, cell_.values.size() == 1)) return false;
  }
  std::sort(result.codes.begin(), result.codes.end());
  return true;
}

bool CellMatcher::contains(const CodeCell& cell, Code code) const {
  if (code == column_.missing_code()) return cell.missing;
  if (cell.low <= code && code <= cell.high) return true;
  const std::span<const Code> listed = cell.listed();
  return std::binary_search(listed.begin(), listed.end(), code);
}

const CodeCell* BlockCells::compile(CellMatcher& matcher, std::optional<std::string_view> text,
                                    std::int32_t code, std::size_t block) {
  if (!text || code < 0) return matcher.compile(text, missing_) ? &missing_ : nullptr;
  if (block_ != block) {
    block_ = block;
    state_.assign(state_.size(), State::unknown);
  }
  const auto at = static_cast<std::size_t>(code);
  if (at >= state_.size()) {
    state_.resize(at + 1, State::unknown);
    cells_.resize(at + 1);
  }
  if (state_[at] == State::unknown) {
    state_[at] = matcher.compile(text, cells_[at]) ? State::good : State::bad;
  }
  return state_[at] == State::good ? &cells_[at] : nullptr;
}

}  // namespace overt
