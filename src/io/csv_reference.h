#pragma once

// What CsvScanner finds out, written down again without speed and without
// states: one loop over records, one over fields. For tests only.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace overt::io {

struct CsvStructure {
  std::uint64_t records = 0;           // that a line break ends
  std::uint64_t next_record_line = 1;  // where the record after them begins
  std::size_t end = 0;                 // of the last line break outside quotes
  bool rest = false;                   // a record that no line break ends follows
  std::uint64_t line_after_all = 1;    // where a record after the end would begin
  std::string error;                   // "line 1, column 2: ..."; empty: none
  std::string error_at_end;            // a quote that is still open there
};

inline CsvStructure csv_reference(std::string_view text, char delimiter) {
  CsvStructure result;
  std::size_t at = 0;
  std::uint64_t line = 1;
  std::size_t line_start = 0;
  const auto place = [&](std::size_t where) {
    return "line " + std::to_string(line) + ", column " + std::to_string(where - line_start + 1);
  };
  const auto line_break = [&] {  // takes \n, \r or \r\n, if one is here
    if (at == text.size() || (text[at] != '\n' && text[at] != '\r')) return false;
    at += text.substr(at, 2) == "\r\n" ? 2 : 1;
    ++line;
    line_start = at;
    return true;
  };

  while (at < text.size()) {
    if (line_break()) {  // a blank line
      result.end = at;
      result.next_record_line = result.line_after_all = line;
      continue;
    }
    while (true) {  // a field, up to what follows it
      if (at < text.size() && text[at] == '"') {
        const std::string opened = place(at);
        for (++at; at < text.size();) {
          if (line_break()) continue;
          if (text[at] != '"') {
            ++at;
          } else if (text.substr(at, 2) == "\"\"") {
            at += 2;
          } else {
            break;
          }
        }
        if (at == text.size()) {
          result.error_at_end = opened + ": the quote that opens here is never closed";
          return result;
        }
        ++at;
        if (at < text.size() && text[at] != delimiter && text[at] != '\n' && text[at] != '\r') {
          result.error =
              place(at) + ": text after a closing quote; expected a delimiter or the line's end";
          return result;
        }
      } else {
        while (at < text.size() && text[at] != delimiter && text[at] != '\n' && text[at] != '\r') {
          ++at;
        }
      }
      if (at == text.size() || text[at] != delimiter) break;
      ++at;
    }
    if (!line_break()) {
      result.rest = true;
      result.line_after_all = line + 1;
      return result;
    }
    ++result.records;
    result.end = at;
    result.next_record_line = result.line_after_all = line;
  }
  return result;
}

}  // namespace overt::io
