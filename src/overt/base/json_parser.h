#pragma once

// JSON files as people write them: a parser that says where something is wrong, in the words
// of our messages, and that takes no key twice.
//
//   states.json: line 3, column 7: not valid JSON
//   states.json: schemas: the key stands twice
//
// The library's own messages quote the text, which may hold values of a table; ours do not.

#include <cstddef>
#include <initializer_list>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace overt {

// Throws Error{malformed} that begins with `name`.
nlohmann::json parse_json(std::string_view text, std::string_view name);

// The same with the keys of an object in the order in which they stand. The names of keys
// more than `open` objects deep may be values of a table: when one of these stands twice the
// message is `twice`.
nlohmann::ordered_json parse_ordered_json(std::string_view text, std::string_view name,
                                          std::size_t open, std::string_view twice);

// The first key of `object` that is not one of `keys`, if there is one.
std::optional<std::string> unknown_key(const nlohmann::json& object,
                                       std::initializer_list<std::string_view> keys);
std::optional<std::string> unknown_key(const nlohmann::ordered_json& object,
                                       std::initializer_list<std::string_view> keys);

}  // namespace overt
