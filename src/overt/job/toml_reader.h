#pragma once

// One table of a TOML file, read key by key; every complaint says file, line and column. Only
// sources of this folder include it: the public headers do not need toml++.

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "overt/base/error.h"

namespace overt {

class TomlReader {
 public:
  TomlReader(const toml::table& table, std::string prefix, std::string_view name)
      : table_(table), prefix_(std::move(prefix)), name_(name) {}

  void allow(std::initializer_list<std::string_view> keys) const {
    for (const auto& [key, node] : table_) {
      if (std::find(keys.begin(), keys.end(), key.str()) == keys.end()) {
        fail(node, "there is no such key", key.str());
      }
    }
  }

  template <typename T>
  std::optional<T> get(std::string_view key, std::string_view expected) const {
    const toml::node* node = table_.get(key);
    if (node == nullptr) return std::nullopt;
    auto value = node->value_exact<T>();
    if (!value) fail(*node, fmt::format("expected {}", expected), key);
    return value;
  }

  // A list of texts, or one text for a list of one.
  std::vector<std::string> list(std::string_view key,
                                std::vector<std::string> otherwise = {}) const {
    const toml::node* node = table_.get(key);
    if (node == nullptr) return otherwise;
    if (const auto one = node->value_exact<std::string>()) return {*one};
    const toml::array* array = node->as_array();
    if (array == nullptr) fail(*node, "expected a list of texts", key);
    std::vector<std::string> result;
    for (const toml::node& item : *array) {
      const auto text = item.value_exact<std::string>();
      if (!text) fail(item, "expected a text", key);
      result.push_back(*text);
    }
    return result;
  }

  // Calls use(key, reader) for every table inside the table `key`.
  template <typename Use>
  void tables(std::string_view key, const Use& use) const {
    for_each(key, [&](std::string_view inner, const toml::node& node) {
      const toml::table* table = node.as_table();
      if (table == nullptr) fail(node, "expected a table", fmt::format("{}.{}", key, inner));
      use(std::string(inner),
          TomlReader(*table, fmt::format("{}{}.{}.", prefix_, key, inner), name_));
    });
  }

  template <typename Use>
  void for_each(std::string_view key, const Use& use) const {
    const toml::node* node = table_.get(key);
    if (node == nullptr) return;
    const toml::table* table = node->as_table();
    if (table == nullptr) fail(*node, "expected a table", key);
    for (const auto& [inner, value] : *table) use(inner.str(), value);
  }

  TomlReader table(std::string_view key) const {
    static const toml::table kEmpty;
    const toml::node* node = table_.get(key);
    if (node != nullptr && !node->is_table()) fail(*node, "expected a table", key);
    return {node == nullptr ? kEmpty : *node->as_table(), fmt::format("{}{}.", prefix_, key),
            name_};
  }

  [[noreturn]] void fail(const toml::node& node, std::string_view what,
                         std::string_view key) const {
    throw Error(ErrorCode::malformed,
                fmt::format("{}: line {}, column {}: {}{}: {}", name_, node.source().begin.line,
                            node.source().begin.column, prefix_, key, what));
  }

 private:
  const toml::table& table_;
  std::string prefix_;
  std::string_view name_;
};

}  // namespace overt
