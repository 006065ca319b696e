#include "overt/base/visible.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>

namespace overt {
namespace {

struct Character {
  char32_t code = 0;
  std::size_t bytes = 0;  // 0: no UTF-8 begins here
};

unsigned char byte(std::string_view text, std::size_t at) {
  return at < text.size() ? static_cast<unsigned char>(text[at]) : 0;
}

Character character(std::string_view text, std::size_t at) {
  const unsigned char first = byte(text, at);
  if (first < 0x80) return {first, 1};
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 0;
  if (length == 0 || first > 0xF4) return {};
  char32_t code = first & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(text, at + i) & 0xC0U) != 0x80U) return {};
    code = code << 6U | (byte(text, at + i) & 0x3FU);
  }
  constexpr char32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  if (code < kLeast[length] || code > 0x10FFFF || surrogate) return {};
  return {code, length};
}

struct Range {
  char32_t first, last;
};

// Control characters, marks of direction, what separates lines, and what takes no room and
// belongs to no letter. Not U+200C and U+200D: Persian and emoji need them.
constexpr Range kHidden[] = {
    {0x0000, 0x001F},    // C0
    {0x007F, 0x009F},    // DEL and C1
    {0x00AD, 0x00AD},    // soft hyphen
    {0x061C, 0x061C},    // Arabic letter mark
    {0x180E, 0x180E},    // Mongolian vowel separator
    {0x200B, 0x200B},    // zero width space
    {0x200E, 0x200F},    // left-to-right and right-to-left mark
    {0x2028, 0x202E},    // line and paragraph separator; embeddings and overrides of direction
    {0x2060, 0x206F},    // word joiner, invisible operators, isolates, deprecated formats
    {0xFDD0, 0xFDEF},    // no characters
    {0xFEFF, 0xFEFF},    // byte order mark
    {0xFFF9, 0xFFFB},    // interlinear annotations
    {0xE0000, 0xE0FFF},  // tags, and selectors of variants that are not in use
};

bool hidden(char32_t code) {
  if (code >= 0x20 && code < 0x7F) return false;
  if ((code & 0xFFFEU) == 0xFFFEU) return true;  // the last two of each plane are no characters
  return std::any_of(std::begin(kHidden), std::end(kHidden),
                     [&](const Range& range) { return range.first <= code && code <= range.last; });
}

std::string spelled(char32_t code) {
  const auto number = static_cast<unsigned>(code);
  if (number < 0x10000) return fmt::format("\\u{:04x}", number);
  const unsigned rest = number - 0x10000;
  return fmt::format("\\u{:04x}\\u{:04x}", 0xD800 + (rest >> 10U), 0xDC00 + (rest & 0x3FFU));
}

std::string shown(std::string_view text, bool lines) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const Character next = character(text, at);
    const bool stays = lines && (next.code == '\n' || next.code == '\t') && next.bytes == 1;
    if (next.bytes == 0) {
      result += fmt::format("\\x{:02x}", byte(text, at));
    } else if (hidden(next.code) && !stays) {
      result += spelled(next.code);
    } else {
      result += text.substr(at, next.bytes);
    }
    at += std::max<std::size_t>(next.bytes, 1);
  }
  return result;
}

}  // namespace

std::string visible(std::string_view text) { return shown(text, false); }
std::string visible_lines(std::string_view text) { return shown(text, true); }

}  // namespace overt
