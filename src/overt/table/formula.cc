#include "overt/table/formula.h"

#include <algorithm>

#include "overt/base/digit.h"

namespace overt {
namespace {

bool digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_digit);
}

bool is_negative_number(std::string_view text) {
  if (!text.starts_with('-')) return false;
  text.remove_prefix(1);
  const std::size_t point = text.find('.');
  return digits(text.substr(0, point)) && (point == text.npos || digits(text.substr(point + 1)));
}

}  // namespace

bool needs_apostrophe(std::string_view text) {
  constexpr std::string_view kFirst = "=+-@\t\r'";
  return !text.empty() && kFirst.find(text[0]) != kFirst.npos && !is_negative_number(text);
}

std::string with_apostrophe(std::string_view text) {
  return needs_apostrophe(text) ? "'" + std::string(text) : std::string(text);
}

std::optional<std::string_view> without_apostrophe(std::string_view text) {
  if (!needs_apostrophe(text)) return text;
  if (text[0] != '\'' || !needs_apostrophe(text.substr(1))) return std::nullopt;
  return text.substr(1);
}

}  // namespace overt
