#pragma once

// A field of a CSV file: in quotes where it needs them (RFC 4180).

#include <string>
#include <string_view>

namespace overt {

inline std::string csv_field(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string result = "\"";
  for (const char c : text) result += c == '"' ? std::string("\"\"") : std::string(1, c);
  return result + "\"";
}

}  // namespace overt
