#pragma once

// How deep a text in TOML or JSON may be, looked at before a parser sees it (how large, says
// io/bytes.h). Parsers build trees, and trees are freed, walked and printed by recursion: a job of
// 100 kB with one key of 50,000 dotted parts is a tree of 50,000 levels, which toml++ builds in a
// loop and frees by recursion until the stack is gone. Nothing that anybody writes for us is deeper
// than five levels.
//
//   job.toml: line 1, column 129: a key of more than 64 parts
//   problem.json: line 1, column 65: nested deeper than 64 levels
//
// Only brackets, strings, comments and dots are told apart, in one pass. Of a text that is not
// valid this sees the same as the parser up to the place where the parser gives up.

#include <cstddef>
#include <string_view>

namespace overt {

inline constexpr std::size_t kDeepestNesting = 64;
inline constexpr std::size_t kLongestKey = 64;  // parts of a dotted key

enum class Syntax { json, toml };

// Throws Error{malformed} that begins with `name` and says the place.
void check_nesting(std::string_view text, std::string_view name, Syntax syntax);

}  // namespace overt
