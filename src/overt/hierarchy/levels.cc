#include "overt/hierarchy/levels.h"

#include <fmt/format.h>

#include <map>
#include <numeric>
#include <string_view>

#include "overt/base/error.h"
#include "overt/base/keyed_error.h"
#include "overt/table/value_order.h"

namespace overt {
namespace {

// Adds a level in which codes with equal keys are together, the missing value by itself;
// nothing when it tells as many apart as the level below.
template <typename Key>
void add_level(Levels& levels, const Column& column, const std::vector<Key>& keys) {
  std::map<Key, std::uint32_t> number;
  std::vector<std::uint32_t> class_of;
  for (const Key& key : keys) {
    class_of.push_back(
        number.emplace(key, static_cast<std::uint32_t>(number.size())).first->second);
  }
  auto classes = static_cast<std::uint32_t>(number.size());
  if (column.has_missing) class_of.push_back(classes++);
  if (!levels.classes.empty() && levels.classes.back() == classes) return;
  levels.class_of.push_back(std::move(class_of));
  levels.classes.push_back(classes);
}

Levels values_only(const Column& column) {
  Levels levels;
  std::vector<Code> keys(column.values.size());
  std::iota(keys.begin(), keys.end(), Code{0});
  add_level(levels, column, keys);
  return levels;
}

Levels with_top(Levels levels, const Column& column) {
  if (levels.classes.back() > 1) {
    levels.class_of.emplace_back(column.domain(), 0U);
    levels.classes.push_back(1);
  }
  return levels;
}

}  // namespace

Levels plain_levels(const Column& column) { return with_top(values_only(column), column); }

Levels hierarchy_levels(const Column& column, const BoundHierarchy& hierarchy) {
  Levels levels = values_only(column);
  for (std::size_t level = 1; level < hierarchy.levels(); ++level) {
    std::vector<BoundHierarchy::Node> nodes;
    for (Code code = 0; code < column.values.size(); ++code) {
      nodes.push_back(hierarchy.ancestor(level, code));
    }
    add_level(levels, column, nodes);
  }
  return with_top(std::move(levels), column);
}

Levels interval_levels(const Column& column, const std::vector<std::int64_t>& widths) {
  if (!column.ordered()) {
    throw KeyedError(
        ErrorCode::usage,
        {Key{"generalize"}, fmt::format(": {}: intervals are for numbers and dates", column.name)});
  }
  const std::vector<std::string_view> texts(column.values.begin(), column.values.end());
  const ValueOrder order = find_order(texts);
  const OrderKey unit = order.unit;
  if (unit == 0) {
    throw KeyedError(ErrorCode::usage,
                     {Key{"generalize"},
                      fmt::format(": {}: the numbers are too far apart for intervals of equal "
                                  "width",
                                  column.name)});
  }
  Levels levels = values_only(column);
  std::int64_t before = 1;
  for (const std::int64_t width : widths) {
    if (width < 1 || width % before != 0) {
      throw KeyedError(ErrorCode::usage,
                       {Key{"generalize"},
                        fmt::format(": {}: the width of an interval is a positive whole number "
                                    "and a multiple of the one before",
                                    column.name)});
    }
    before = width;
    std::vector<OrderKey> keys;
    for (const OrderKey key : order.keys) {
      const OrderKey wide = unit * width;
      const OrderKey down = key / wide - (key % wide < 0 ? 1 : 0);  // the floor, below 0 too
      keys.push_back(down);
    }
    add_level(levels, column, keys);
  }
  return with_top(std::move(levels), column);
}

Levels prefix_levels(const Column& column, const std::vector<std::int64_t>& cuts) {
  Levels levels = values_only(column);
  std::int64_t before = 0;
  for (const std::int64_t cut : cuts) {
    if (cut <= before) {
      throw KeyedError(ErrorCode::usage,
                       {Key{"generalize"},
                        fmt::format(": {}: the characters that a prefix leaves out are positive "
                                    "numbers that rise",
                                    column.name)});
    }
    before = cut;
    std::vector<std::string> keys;
    for (const std::string& value : column.values) {
      // Characters, not bytes: bytes 10xxxxxx go on with a character of UTF-8.
      std::size_t end = value.size();
      for (std::int64_t left = cut; left > 0 && end > 0; --left) {
        --end;
        while (end > 0 && (static_cast<unsigned char>(value[end]) & 0xC0U) == 0x80U) --end;
      }
      // Values of different length must not meet: 12 and 123 are not the same prefix.
      keys.push_back(fmt::format("{}:{}", value.size() - end, value.substr(0, end)));
    }
    add_level(levels, column, keys);
  }
  return with_top(std::move(levels), column);
}

}  // namespace overt
