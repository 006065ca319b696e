#include "overt/hierarchy/prefixes.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "overt/base/digit.h"
#include "overt/base/error.h"
#include "overt/base/keyed_error.h"

namespace overt {
namespace {

constexpr std::size_t kFewValues = 20;  // sets of them can be read

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// The end of the first characters, `count` of them, in bytes: 10xxxxxx goes on with a character.
std::size_t end_of(std::string_view text, std::size_t count) {
  std::size_t at = 0;
  for (; count > 0 && at < text.size(); --count) {
    ++at;
    while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U) ++at;
  }
  return at;
}

// How many characters two texts have in common at their beginning.
std::size_t common_characters(std::string_view a, std::string_view b) {
  std::size_t count = 0;
  while (true) {
    const std::size_t end = end_of(a, count + 1);
    if (end == end_of(a, count) || a.substr(0, end) != b.substr(0, end)) return count;
    ++count;
  }
}

}  // namespace

bool is_code_column(const Column& column) {
  if (column.type != ValueType::text || column.values.size() <= kFewValues) return false;
  const std::size_t length = column.values.front().size();
  return length > 1 &&
         std::all_of(column.values.begin(), column.values.end(), [&](const std::string& value) {
           return value.size() == length && std::any_of(value.begin(), value.end(), is_digit) &&
                  std::all_of(value.begin(), value.end(),
                              [](char c) { return is_digit(c) || is_letter(c); });
         });
}

Hierarchy prefix_hierarchy(const Column& column) {
  // Neighbours in the order of bytes have the most in common.
  std::vector<std::string> sorted = column.values;
  std::sort(sorted.begin(), sorted.end());
  std::set<std::size_t, std::greater<>> lengths = {0};
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    if (sorted[i].find('*') != std::string::npos) {
      throw KeyedError(
          ErrorCode::usage,
          {Key{"prefix"},
           fmt::format(": {}: a value holds a *, which stands for what is left out", column.name)});
    }
    if (i > 0) lengths.insert(common_characters(sorted[i - 1], sorted[i]));
  }
  Hierarchy::Rows rows;
  for (const std::string& value : sorted) {
    std::vector<std::string>& row = rows.emplace_back(1, value);
    for (const std::size_t length : lengths) {
      row.push_back(value.substr(0, end_of(value, length)) + "*");
    }
  }
  return Hierarchy::from_rows("prefixes of " + column.name, std::move(rows));
}

}  // namespace overt
