#pragma once

// The lines of minisign's files: a comment that nobody vouches for, and bytes in base64.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace overt {

inline constexpr std::string_view kUntrusted = "untrusted comment: ";
inline constexpr std::string_view kTrusted = "trusted comment: ";
inline constexpr std::size_t kLongestFile = 16384;  // no key or signature is longer

std::string to_base64(std::string_view bytes);

// The lines of a key or signature; a last line end, and Windows' line ends, are nobody's. Throws
// Error{malformed} unless there are `lines` of them, the first with an untrusted comment.
std::vector<std::string> lines_of(std::string_view text, std::size_t lines, std::string_view name,
                                  std::string_view what);

// The bytes of a line of base64. Throws Error{malformed} unless it holds exactly `size` bytes that
// begin with `begin`.
std::string bytes_of(std::string_view line, std::size_t size, std::string_view begin,
                     std::string_view name, std::string_view what);

}  // namespace overt
