#pragma once

// JSON files as people write them: a parser that says where something is wrong, in the words
// of our messages, and that takes no key twice.
//
//   states.json: line 3, column 7: not valid JSON
//   states.json: schemas: the key stands twice
//
// The library's own messages quote the text, which may hold values of a table; ours do not.

#include <nlohmann/json_fwd.hpp>
#include <string_view>

namespace overt {

// Throws Error{malformed} that begins with `name`.
nlohmann::json parse_json(std::string_view text, std::string_view name);

}  // namespace overt
