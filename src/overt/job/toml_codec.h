#pragma once

// How a value of a job stands in a TOML file: read from a node and printed into a table, one codec
// for each kind of value. Tables of a file are lists of fields, each with its key, its place in a
// struct and a codec, so that a new key is one row:
//
//   const Fields<Roles> fields = {field<Roles>("sensitive", &Roles::sensitive, texts()), ..};
//
// Every complaint says file, line, column and the whole key. Only sources of this folder include
// this: the public headers do not need toml++.

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "overt/base/error.h"
#include "overt/base/rational.h"
#include "overt/job/job_keys.h"

namespace overt {

// A node of a file, and what it is called there: "roles.sensitive".
struct TomlPlace {
  const toml::node& node;
  std::string key;
  std::string_view file;

  [[noreturn]] void fail(std::string_view what) const {
    throw Error(ErrorCode::malformed,
                fmt::format("{}: line {}, column {}: {}: {}", file, node.source().begin.line,
                            node.source().begin.column, key, what));
  }
  // A part of the node: an item of a list has no key of its own.
  TomlPlace item(const toml::node& part) const { return {part, key, file}; }
  TomlPlace inner(const toml::node& part, std::string_view name) const {
    return {part, key.empty() ? std::string(name) : fmt::format("{}.{}", key, name), file};
  }
  const toml::table& table() const {
    if (!node.is_table()) fail("expected a table");
    return *node.as_table();
  }
};

template <typename T>
struct TomlCodec {
  std::function<T(const TomlPlace&)> read;
  std::function<void(const T&, toml::table&, std::string_view key)> print;
  std::vector<JobKey> keys = {};  // of the tables inside; none: a value
};

// The keys of a table with all that stand inside of it: "roles" and "sensitive" are
// "roles.sensitive".
inline std::vector<JobKey> inside(std::string_view key, std::vector<JobKey> keys) {
  if (keys.empty()) return {{std::string(key), "", ""}};
  for (JobKey& one : keys) one.name = fmt::format("{}.{}", key, one.name);
  return keys;
}

// One key of a table that stands for an Owner.
template <typename Owner>
struct TomlField {
  std::string_view key;
  std::function<void(const TomlPlace&, Owner&)> read;
  std::function<void(const Owner&, toml::table&)> print;
  std::vector<JobKey> keys = {};  // this one, or those inside

  // The flag of `overt release` and the argument of Python's release() that set it.
  TomlField& by(std::string_view flag, std::string_view argument) {
    for (JobKey& one : keys) {
      one.flag = flag;
      one.argument = argument;
    }
    return *this;
  }
};
template <typename Owner>
using Fields = std::vector<TomlField<Owner>>;

enum class Shown { always, when_set };

// Whether a value says something: what can be empty is not, all else differs from the default.
template <typename T>
bool is_set(const T& value, const T& otherwise) {
  if constexpr (requires { value.empty(); }) {
    return !value.empty();
  } else {
    return value != otherwise;
  }
}

// `member`: a pointer to member, or a function from an Owner to a reference.
template <typename Owner, typename Member, typename T>
TomlField<Owner> field(std::string_view key, Member member, TomlCodec<T> codec,
                       Shown shown = Shown::when_set) {
  return {
      key,
      [=](const TomlPlace& place, Owner& owner) { std::invoke(member, owner) = codec.read(place); },
      [=](const Owner& owner, toml::table& table) {
        const Owner otherwise;
        const T& value = std::invoke(member, owner);
        if (shown == Shown::always || is_set<T>(value, std::invoke(member, otherwise))) {
          codec.print(value, table, key);
        }
      },
      inside(key, codec.keys)};
}

// Throws Error{malformed} for a key that no field has.
template <typename Owner, typename List>
void read_fields(const TomlPlace& place, const List& fields, Owner& owner) {
  const toml::table& table = place.table();
  for (const auto& [key, node] : table) {
    const std::string_view name = key.str();
    const bool known = std::any_of(fields.begin(), fields.end(),
                                   [name](const auto& one) { return one.key == name; });
    if (!known) place.inner(node, name).fail("there is no such key");
  }
  for (const auto& one : fields) {
    if (const toml::node* node = table.get(one.key)) one.read(place.inner(*node, one.key), owner);
  }
}

template <typename T>
TomlCodec<T> plain(std::string_view expected) {
  return {
      [=](const TomlPlace& place) {
        auto value = place.node.value_exact<T>();
        if (!value) place.fail(fmt::format("expected {}", expected));
        return *value;
      },
      [](const T& value, toml::table& table, std::string_view key) { table.insert(key, value); }};
}

inline TomlCodec<std::string> text(std::string_view expected = "a text") {
  return plain<std::string>(expected);
}
inline TomlCodec<std::int64_t> whole() { return plain<std::int64_t>("a whole number"); }
inline TomlCodec<bool> truth() { return plain<bool>("true or false"); }

// A list of texts, or one text for a list of one.
TomlCodec<std::vector<std::string>> texts();
// A fraction is a text, since 0.1 is no tenth; whole numbers are clear. As in problem files.
TomlCodec<Rational> fraction();
// A list of whole numbers, 0 or more.
template <typename Number>
TomlCodec<std::vector<Number>> numbers();

// A text that has a name for each value.
template <typename T>
TomlCodec<T> named(T (*parse)(std::string_view)) {
  return {[=](const TomlPlace& place) { return parse(text().read(place)); },
          [](const T& value, toml::table& table, std::string_view key) {
            table.insert(key, to_string(value));
          }};
}

template <typename T>
TomlCodec<std::optional<T>> maybe(TomlCodec<T> codec) {
  return {[=](const TomlPlace& place) { return std::optional<T>(codec.read(place)); },
          [=](const std::optional<T>& value, toml::table& table, std::string_view key) {
            if (value) codec.print(*value, table, key);
          },
          codec.keys};
}

// A table of columns.
template <typename T>
TomlCodec<std::map<std::string, T>> by_column(TomlCodec<T> codec) {
  using Map = std::map<std::string, T>;
  return {[=](const TomlPlace& place) {
            Map result;
            for (const auto& [column, node] : place.table()) {
              result[std::string(column.str())] = codec.read(place.inner(node, column.str()));
            }
            return result;
          },
          [=](const Map& map, toml::table& table, std::string_view key) {
            toml::table inner;
            for (const auto& [column, value] : map) codec.print(value, inner, column);
            table.insert(key, std::move(inner));
          },
          inside("COLUMN", codec.keys)};
}

template <typename Owner>
TomlCodec<Owner> table_of(Fields<Owner> fields) {
  std::vector<JobKey> keys;
  for (const TomlField<Owner>& one : fields) {
    keys.insert(keys.end(), one.keys.begin(), one.keys.end());
  }
  return {[=](const TomlPlace& place) {
            Owner owner;
            read_fields(place, fields, owner);
            return owner;
          },
          [=](const Owner& owner, toml::table& table, std::string_view key) {
            toml::table inner;
            for (const TomlField<Owner>& one : fields) one.print(owner, inner);
            table.insert(key, std::move(inner));
          },
          keys};
}

}  // namespace overt
