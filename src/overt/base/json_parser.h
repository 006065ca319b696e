#pragma once

// JSON files as people write them: a parser that says where something is wrong, in the words
// of our messages, and that takes no key twice.
//
//   states.json: line 3, column 7: not valid JSON
//   states.json: schemas: the key stands twice
//
// The library's own messages quote the text, which may hold values of a table; ours do not.

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string_view>
#include <vector>

namespace overt {

// Throws Error{malformed} that begins with `name`.
nlohmann::json parse_json(std::string_view text, std::string_view name);

// The same with the keys of an object in the order in which they stand. The names of keys
// more than `open` objects deep may be values of a table: when one of these stands twice the
// message is `twice`.
nlohmann::ordered_json parse_ordered_json(std::string_view text, std::string_view name,
                                          std::size_t open, std::string_view twice);

// Throws Error{malformed} for a key of `object` that is not one of `keys`; it begins with `place`.
void allow_keys(const nlohmann::json& object, std::string_view place,
                const std::vector<std::string_view>& keys);
void allow_keys(const nlohmann::ordered_json& object, std::string_view place,
                const std::vector<std::string_view>& keys);

}  // namespace overt
