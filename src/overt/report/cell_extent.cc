#include "overt/report/cell_extent.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <string_view>
#include <unordered_map>

#include "overt/base/error.h"
#include "overt/table/cell.h"

namespace overt {

// The cells, taken apart: numbers of values, cell by cell.
struct CellExtents::Texts {
  TextIds ids;
  std::vector<std::uint32_t> items;
  std::vector<std::size_t> ends;
  std::vector<bool> missing;
  bool intervals = false;

  Texts(const SurveyedColumn& column, bool exact) {
    Cell cell;
    for (const auto& text : column.texts) {
      missing.push_back(!text);
      if (text && exact) {
        items.push_back(ids.id(*text));
      } else if (text) {
        take(*text, cell, column.name);
      }
      ends.push_back(items.size());
    }
  }

 private:
  void take(const std::string& text, Cell& cell, const std::string& column) {
    if (!parse_cell(text, cell)) {
      throw Error(ErrorCode::malformed,
                  fmt::format("column {}: a text is not a cell; overt verify says more", column));
    }
    if (cell.interval) {
      items.push_back(ids.id(cell.interval->first));
      items.push_back(ids.id(cell.interval->second));
      intervals = true;
    }
    for (const std::string_view value : cell.values) items.push_back(ids.id(value));
    missing.back() = cell.missing;
  }
};

CellExtents::CellExtents(const SurveyedColumn& column, bool exact, const Hierarchy* hierarchy,
                         const DeclaredType* declared) {
  const Texts texts(column, exact);
  intervals_ = texts.intervals;
  if (hierarchy == nullptr) {
    std::vector<std::string_view> values;
    for (std::uint32_t id = 0; id < texts.ids.size(); ++id) values.push_back(texts.ids.text(id));
    std::sort(values.begin(), values.end());
    std::optional<std::size_t> bad;
    const ValueOrder order =
        declared == nullptr ? find_order(values) : declared_order(values, *declared, bad);
    const bool by_key = !bad && order.type != ValueType::text;
    if (by_key) type_ = order.type;
    std::vector<std::size_t> sorted(values.size());
    std::iota(sorted.begin(), sorted.end(), 0);
    if (by_key) {
      std::stable_sort(sorted.begin(), sorted.end(),
                       [&](std::size_t a, std::size_t b) { return order.keys[a] < order.keys[b]; });
    }
    for (const std::size_t v : sorted) {
      values_.emplace_back(values[v]);
      if (by_key) keys_.push_back(order.keys[v]);
    }
  } else {
    for (const auto& row : hierarchy->rows()) values_.push_back(row[0]);
    std::sort(values_.begin(), values_.end());
  }
  read(texts, hierarchy);
}

// What each text stands for: itself, or the values below it in the hierarchy.
std::vector<std::vector<std::uint32_t>> CellExtents::stand_for(const Texts& texts,
                                                               const Hierarchy* hierarchy) const {
  std::unordered_map<std::string_view, std::vector<std::uint32_t>> below;
  for (std::uint32_t v = 0; v < values_.size(); ++v) below[values_[v]] = {v};
  for (std::size_t r = 0; hierarchy != nullptr && r < hierarchy->rows().size(); ++r) {
    const auto& row = hierarchy->rows()[r];
    const std::uint32_t leaf = below[row[0]][0];
    for (std::size_t level = 1; level < row.size(); ++level) {
      std::vector<std::uint32_t>& leaves = below[row[level]];
      if (leaves.empty() || leaves.back() != leaf) leaves.push_back(leaf);
    }
  }
  std::vector<std::vector<std::uint32_t>> result;
  for (std::uint32_t id = 0; id < texts.ids.size(); ++id) {
    result.push_back(below[texts.ids.text(id)]);
  }
  return result;
}

void CellExtents::read(const Texts& texts, const Hierarchy* hierarchy) {
  const std::vector<std::vector<std::uint32_t>> places = stand_for(texts, hierarchy);
  std::size_t at = 0;
  for (std::size_t c = 0; c < texts.ends.size(); ++c) {
    Extent& cell = cells_.emplace_back();
    cell.missing = texts.missing[c];
    for (; at < texts.ends[c]; ++at) {
      const std::vector<std::uint32_t>& items = places[texts.items[at]];
      cell.items.insert(cell.items.end(), items.begin(), items.end());
    }
    std::sort(cell.items.begin(), cell.items.end());
    cell.items.erase(std::unique(cell.items.begin(), cell.items.end()), cell.items.end());
    auto extent = static_cast<double>(cell.items.size());
    if (ordered()) {
      cell.low = cell.items.empty() ? 1 : keys_[cell.items.front()];
      cell.high = cell.items.empty() ? 0 : keys_[cell.items.back()];
      extent = cell.items.empty() ? 0 : length(cell.low, cell.high);
    }
    single_.push_back(cell.items.size() + (cell.missing ? 1 : 0) == 1);
    if (cell.missing && type_ != ValueType::decimal) extent += 1;
    extents_.push_back(extent);
  }
}

double CellExtents::length(OrderKey low, OrderKey high) const {
  constexpr double kOne = 1e18;  // of OrderKey, for numbers
  const auto difference = static_cast<double>(high - low);
  if (type_ == ValueType::date) return difference + 1;
  return type_ == ValueType::integer ? difference / kOne + 1 : difference / kOne;
}

ValueRange CellExtents::from_to(std::size_t first, std::size_t last) const {
  return {values_[first], values_[last], static_cast<std::uint32_t>(first),
          static_cast<std::uint32_t>(last)};
}

const char* CellExtents::unit() const {
  switch (type_) {
    case ValueType::integer:
      return "whole numbers";
    case ValueType::date:
      return "days";
    case ValueType::decimal:
      return "";
    default:
      return "values";
  }
}

CellExtents::Part CellExtents::part(std::uint32_t at, const ValueRange& predicate) const {
  const Extent& cell = cells_[at];
  if (!ordered()) {
    const bool taken = std::binary_search(cell.items.begin(), cell.items.end(), predicate.first);
    return {taken ? 1.0 : 0.0, std::max(extents_[at], 1.0)};
  }
  if (cell.low > cell.high) return {0, 1};
  const OrderKey low = std::max(cell.low, keys_[predicate.first]);
  const OrderKey high = std::min(cell.high, keys_[predicate.last]);
  if (type_ == ValueType::decimal && cell.low == cell.high) return {low <= high ? 1.0 : 0.0, 1};
  return {low <= high ? length(low, high) : 0.0, extents_[at]};
}

std::optional<ValueRange> CellExtents::range() const {
  if (!ordered() || values_.empty()) return std::nullopt;
  return from_to(0, values_.size() - 1);
}

std::optional<ValueRange> CellExtents::example() const {
  if (values_.empty()) return std::nullopt;
  if (ordered()) return from_to(values_.size() / 4, values_.size() / 2);
  std::uint32_t first = static_cast<std::uint32_t>(values_.size());
  for (const Extent& cell : cells_) {
    if (!cell.items.empty()) first = std::min(first, cell.items.front());
  }
  if (first == values_.size()) return std::nullopt;
  return from_to(first, first);
}

}  // namespace overt
