#include "overt/report/cell_extent.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <string_view>
#include <unordered_map>

#include "overt/base/error.h"
#include "overt/table/cell.h"
#include "overt/table/number_text.h"

namespace overt {

// The cells, taken apart: numbers of values, cell by cell.
struct CellExtents::Texts {
  TextIds ids;
  std::vector<std::uint32_t> items;
  std::vector<std::size_t> ends;
  std::vector<bool> missing;
  std::vector<bool> interval;  // the items of a cell are its ends
  bool intervals = false;

  Texts(const SurveyedColumn& column, bool exact) {
    Cell cell;
    for (const auto& text : column.texts) {
      missing.push_back(!text);
      interval.push_back(false);
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
      interval.back() = true;
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
  hierarchy_ = hierarchy;
  if (hierarchy == nullptr) {
    std::vector<std::string_view> values;
    for (std::uint32_t id = 0; id < texts.ids.size(); ++id) values.push_back(texts.ids.text(id));
    std::sort(values.begin(), values.end());
    std::optional<std::size_t> bad;
    const ValueOrder order =
        declared == nullptr ? find_order(values) : declared_order(values, *declared, bad);
    const bool by_key = !bad && order.type != ValueType::text;
    if (by_key) {
      type_ = order.type;
      scaled_ = order.unit != 0;
      if (scaled_) unit_ = order.unit;
      declared_ = declared == nullptr ? DeclaredType{order.type, ""} : *declared;
    }
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
    const bool alone = cell.items.size() + (cell.missing ? 1 : 0) == 1;
    if (texts.interval[c] && !ordered() && hierarchy == nullptr) {
      cell.first = cell.items.front();
      cell.last = cell.items.back();
      cell.items.clear();
    }
    auto extent = static_cast<double>(cell.items.size() + (cell.last + 1 - cell.first));
    if (ordered()) {
      cell.low = cell.items.empty() ? 1 : keys_[cell.items.front()];
      cell.high = cell.items.empty() ? 0 : keys_[cell.items.back()];
      extent = cell.items.empty() ? 0 : length(cell.low, cell.high);
    }
    single_.push_back(alone);
    if (cell.missing && !continuous()) extent += 1;
    extents_.push_back(extent);
  }
}

double CellExtents::length(OrderKey low, OrderKey high) const {
  const double difference = static_cast<double>(high - low) / static_cast<double>(unit_);
  return continuous() ? difference : difference + 1;
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
    case ValueType::text:
      return "values";
    default:
      return "";
  }
}

CellExtents::Part CellExtents::part(std::uint32_t at, const ValueRange& predicate) const {
  const Extent& cell = cells_[at];
  if (!ordered()) {
    const bool taken = (cell.first <= predicate.first && predicate.first <= cell.last) ||
                       std::binary_search(cell.items.begin(), cell.items.end(), predicate.first);
    return {taken ? 1.0 : 0.0, std::max(extents_[at], 1.0)};
  }
  if (cell.low > cell.high) return {0, 1};
  const OrderKey low = std::max(cell.low, keys_[predicate.first]);
  const OrderKey high = std::min(cell.high, keys_[predicate.last]);
  if (continuous() && cell.low == cell.high) return {low <= high ? 1.0 : 0.0, 1};
  return {low <= high ? length(low, high) : 0.0, extents_[at]};
}

std::optional<OrderKey> CellExtents::key_of(const std::string& text, bool up) const {
  const auto floor_to = [&](OrderKey key, OrderKey step) {
    const OrderKey down = key / step * step - (key % step < 0 ? step : 0);
    return up && down != key ? down + step : down;
  };
  if (numbers()) {
    const auto number = parse_any_number(text);
    if (!number) return std::nullopt;
    if (!scaled_) {  // by order alone, as the keys are
      std::optional<std::size_t> bad;
      return declared_order({"-1e+300", "1e+300", text}, {ValueType::number, ""}, bad).keys[2];
    }
    // In units of the keys: digits * 10^exponent * unit_.
    const ScaledNumber parts = scaled(*number);
    OrderKey key = OrderKey{parts.digits};
    OrderKey unit = unit_;
    int exponent = parts.exponent;
    for (; exponent < 0 && unit % 10 == 0; ++exponent) unit /= 10;
    constexpr OrderKey kMost = OrderKey{1} << 120;
    for (; exponent > 0 && key > -kMost / 10 && key < kMost / 10; --exponent) key *= 10;
    const OrderKey size = key < 0 ? -key : key;
    key = size != 0 && unit > kMost / size ? (key < 0 ? -kMost : kMost) : key * unit;
    for (; exponent < 0; ++exponent) key = floor_to(key, 10) / 10;
    return type_ == ValueType::integer ? floor_to(key, unit_) : key;
  }
  std::optional<std::size_t> bad;
  const ValueOrder order = declared_order({text}, declared_, bad);
  if (bad) return std::nullopt;
  return order.keys[0];
}

bool CellExtents::reversed(const std::string& from, const std::string& to) const {
  // Numbers as they stand: rounded to what the column counts in, 28.9 and 28.5 would be the same.
  if (numbers() && parse_any_number(from) > parse_any_number(to)) return true;
  return key_of(from, false) > key_of(to, false);
}

CellExtents::Asked CellExtents::asked(const std::string& text, const std::string& what) const {
  Asked result;
  if (text == "NULL") {
    result.missing = true;
    return result;
  }
  if (ordered()) {
    const std::size_t dots = text.find("..");
    const std::string from = text.substr(0, dots);
    const std::string to = dots == text.npos ? from : text.substr(dots + 2);
    result.range = true;
    constexpr OrderKey kFar = OrderKey{1} << 126;
    const auto low = from.empty() ? std::optional<OrderKey>(-kFar) : key_of(from, true);
    const auto high = to.empty() ? std::optional<OrderKey>(kFar) : key_of(to, false);
    if (text.empty() || !low || !high) {
      throw Error(ErrorCode::usage,
                  fmt::format("{}: expected {} {}, or a range such as 30..39", what,
                              type_ == ValueType::integer ? "an" : "a", to_string(type_)));
    }
    if (!from.empty() && !to.empty() && reversed(from, to)) {
      throw Error(ErrorCode::usage,
                  fmt::format("{}: the range {}..{} ends before it begins", what, from, to));
    }
    result.low = *low;
    result.high = *high;
    return result;
  }
  const auto place = [&](const std::string& value) {
    const auto found = std::lower_bound(values_.begin(), values_.end(), value);
    const bool known = found != values_.end() && *found == value;
    if (known) result.places.push_back(static_cast<std::uint32_t>(found - values_.begin()));
    return known;
  };
  if (place(text)) return result;
  for (std::size_t r = 0; hierarchy_ != nullptr && r < hierarchy_->rows().size(); ++r) {
    const auto& row = hierarchy_->rows()[r];
    if (std::find(row.begin() + 1, row.end(), text) != row.end()) place(row[0]);
  }
  std::sort(result.places.begin(), result.places.end());
  if (result.places.empty()) result.others.push_back(text);
  return result;
}

CellExtents::Relation CellExtents::relation(std::uint32_t at, const Asked& asked) const {
  const Extent& cell = cells_[at];
  Relation result;
  if (asked.missing) {
    const bool alone = cell.items.empty() && cell.first > cell.last;
    result.possibly = cell.missing;
    result.surely = cell.missing && alone;
    if (cell.missing) result.share = alone || continuous() ? (alone ? 1 : 0) : 1 / extents_[at];
    return result;
  }
  if (ordered()) {
    if (cell.low > cell.high) return result;
    const OrderKey low = std::max(cell.low, asked.low);
    const OrderKey high = std::min(cell.high, asked.high);
    result.possibly = low <= high;
    result.surely = !cell.missing && asked.low <= cell.low && cell.high <= asked.high;
    const bool point = continuous() && cell.low == cell.high;
    if (result.possibly) result.share = point ? 1 : length(low, high) / extents_[at];
    return result;
  }
  std::size_t taken = 0;
  for (const std::uint32_t place : asked.places) {
    const bool inside = (cell.first <= place && place <= cell.last) ||
                        std::binary_search(cell.items.begin(), cell.items.end(), place);
    taken += inside ? 1 : 0;
  }
  for (const std::string& other : asked.others) {
    const bool inside =
        cell.first < cell.last && values_[cell.first] < other && other < values_[cell.last];
    taken += inside ? 1 : 0;
  }
  const std::size_t values =
      cell.items.size() + (cell.first <= cell.last ? cell.last + 1 - cell.first : 0);
  result.possibly = taken > 0;
  // An interval of texts may hold values that nobody names.
  result.surely = taken > 0 && taken == values && !cell.missing && cell.first >= cell.last;
  result.share = static_cast<double>(taken) / std::max(extents_[at], 1.0);
  return result;
}

std::vector<std::string> CellExtents::bins(std::int64_t width, const std::string& what) const {
  std::vector<std::string> result;
  const bool time =
      type_ == ValueType::date || type_ == ValueType::timestamp || type_ == ValueType::time;
  if (time && (width != 0 || continuous())) {
    throw Error(
        ErrorCode::usage,
        fmt::format("{}: dates and times have no bins; ask for one range after the other", what));
  }
  if (width == 0) {
    if (continuous()) {
      throw Error(ErrorCode::usage,
                  fmt::format("{}: numbers are put in bins of a width: {}/10", what, what));
    }
    if (type_ != ValueType::integer) return values_;
    width = 1;
  }
  if (!ordered() || !scaled_) {
    throw Error(ErrorCode::usage, fmt::format("{}: a width is for numbers", what));
  }
  if (values_.empty()) return result;
  constexpr std::size_t kMost = 100'000;
  const OrderKey wide = unit_ * width;
  const auto bin_of = [&](OrderKey key) { return key / wide - (key % wide < 0 ? 1 : 0); };
  const OrderKey first = bin_of(keys_.front());
  const OrderKey last = bin_of(keys_.back());
  if (last - first >= OrderKey{kMost}) {
    throw Error(ErrorCode::usage, fmt::format("{}: more than {} bins", what, kMost));
  }
  for (OrderKey bin = first; bin <= last; ++bin) {
    const auto low = static_cast<std::int64_t>(bin * width);
    // Of numbers with a broken part the end belongs to the next bin.
    const std::int64_t high = continuous() ? low + width : low + width - 1;
    result.push_back(low == high ? fmt::format("{}", low) : fmt::format("{}..{}", low, high));
  }
  return result;
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
    if (cell.first <= cell.last) first = std::min(first, cell.first);
  }
  if (first == values_.size()) return std::nullopt;
  return from_to(first, first);
}

}  // namespace overt
