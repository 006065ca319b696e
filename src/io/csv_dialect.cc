#include "io/csv_dialect.h"

#include <fmt/format.h>

#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "overt/base/error.h"
#include "overt/base/keyed_error.h"

namespace overt::io {
namespace {

constexpr std::array<char, 4> kCandidates = {',', ';', '\t', '|'};
constexpr std::size_t kRecords = 100;

struct Fit {
  std::size_t delimiters = 0;      // in the first record
  std::size_t deviating_line = 0;  // first line with another number; 0: none
  std::size_t deviating_count = 0;
  bool orderly = true;  // no text follows a closing quote
};

// Counts one candidate outside quotes, record by record.
Fit fit(std::span<const char> head, bool whole, char delimiter) {
  Fit result;
  std::size_t records = 0;
  std::size_t line = 1;
  std::size_t record_line = 1;
  std::size_t count = 0;
  bool blank = true;
  bool quoted = false;
  bool closed = false;  // the byte before closed a quote
  bool field_start = true;
  const auto end_record = [&] {
    if (!blank) {
      if (records == 0) result.delimiters = count;
      if (count != result.delimiters && result.deviating_line == 0) {
        result.deviating_line = record_line;
        result.deviating_count = count;
      }
      ++records;
    }
    count = 0;
    blank = true;
    field_start = true;
  };
  for (std::size_t i = 0; i < head.size() && records < kRecords; ++i) {
    const char c = head[i];
    const bool line_ends =
        c == '\n' || (c == '\r' && !(i + 1 < head.size() && head[i + 1] == '\n'));
    if (line_ends) ++line;
    if (quoted) {
      closed = c == '"';
      quoted = !closed;
      continue;
    }
    const bool after_quote = std::exchange(closed, false);
    if (line_ends) {
      end_record();
      record_line = line;
      continue;
    }
    if (c == '\r') continue;
    blank = false;
    quoted = c == '"' && (field_start || after_quote);  // doubled: it opens again
    if (after_quote && !quoted && c != delimiter) result.orderly = false;
    field_start = c == delimiter;
    if (c == delimiter) ++count;
  }
  // A record that is cut, or that an open quote swallows, tells nothing.
  if (whole && !quoted && records < kRecords) end_record();
  return result;
}

std::string_view spelled(char delimiter) {
  switch (delimiter) {
    case ',':
      return "comma";
    case ';':
      return "semicolon";
    case '\t':
      return "tab";
    default:
      return "vertical bar";
  }
}

}  // namespace

char find_delimiter(std::span<const char> head, bool whole, const std::string& name) {
  std::vector<char> fitting;
  std::vector<char> orderly;
  std::string close;
  for (const char candidate : kCandidates) {
    const Fit result = fit(head, whole, candidate);
    if (result.delimiters == 0) continue;
    if (result.deviating_line == 0) {
      fitting.push_back(candidate);
      if (result.orderly) orderly.push_back(candidate);
    } else if (close.empty()) {
      close = fmt::format(
          "line {}: {} fields where the first line has {} (delimiter: {}); mend the "
          "line, or give another delimiter with ",
          result.deviating_line, result.deviating_count + 1, result.delimiters + 1,
          spelled(candidate));
    }
  }
  if (fitting.size() > 1 && orderly.size() == 1) fitting = orderly;
  if (fitting.size() == 1) return fitting.front();
  if (fitting.empty() && !close.empty()) {
    throw KeyedError(ErrorCode::malformed, {fmt::format("{}: {}", name, close), Key{"delimiter"}});
  }
  throw KeyedError(ErrorCode::malformed,
                   {fmt::format("{}: cannot tell the delimiter ({}); give it with ", name,
                                fitting.empty() ? "none of , ; tab | is in the first line"
                                                : "more than one of , ; tab | fits"),
                    Key{"delimiter"}});
}

}  // namespace overt::io
