#include "overt/hierarchy/make_hierarchy.h"

#include <fmt/format.h>

#include <charconv>

#include "overt/base/error.h"

namespace overt {
namespace {

constexpr const char* kTop = "*";

// Where each character of a UTF-8 text begins.
std::vector<std::size_t> characters(const std::string& text) {
  std::vector<std::size_t> starts;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if ((static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80U) starts.push_back(i);
  }
  return starts;
}

std::string hide(const std::string& value, std::size_t hidden) {
  const std::vector<std::size_t> starts = characters(value);
  if (hidden >= starts.size()) return std::string(starts.size(), '*');
  return value.substr(0, starts[starts.size() - hidden]) + std::string(hidden, '*');
}

void check_rising(const std::vector<std::int64_t>& numbers, bool multiples) {
  std::int64_t last = 0;
  for (const std::int64_t number : numbers) {
    if (number <= last || number > 1'000'000'000'000 ||
        (multiples && last > 0 && number % last != 0)) {
      throw Error(ErrorCode::usage,
                  multiples ? "the widths of intervals are above 0, each a multiple of the one "
                              "before: 5, 10, 20"
                            : "the numbers of characters to hide are above 0, and rise: 1, 2, 3");
    }
    last = number;
  }
  if (numbers.empty()) throw Error(ErrorCode::usage, "at least one number is needed");
}

bool is_date(const std::string& text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return false;
  for (const std::size_t i : {0U, 1U, 2U, 3U, 5U, 6U, 8U, 9U}) {
    if (text[i] < '0' || text[i] > '9') return false;
  }
  return true;
}

}  // namespace

Hierarchy::Rows interval_rows(const std::vector<std::string>& values,
                              const std::vector<std::int64_t>& widths) {
  check_rising(widths, true);
  Hierarchy::Rows rows;
  for (const std::string& value : values) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    // Not so large that the ends of its interval could not be said.
    if (error != std::errc() || end != value.data() + value.size() ||
        number > 4'000'000'000'000'000'000 || number < -4'000'000'000'000'000'000) {
      throw Error(ErrorCode::usage, "intervals are for columns of whole numbers");
    }
    std::vector<std::string>& row = rows.emplace_back();
    row.push_back(value);
    for (const std::int64_t width : widths) {
      const std::int64_t rest = ((number % width) + width) % width;
      row.push_back(fmt::format("[{}, {}]", number - rest, number - rest + width - 1));
    }
    row.emplace_back(kTop);
  }
  return rows;
}

Hierarchy::Rows date_rows(const std::vector<std::string>& values) {
  Hierarchy::Rows rows;
  for (const std::string& value : values) {
    if (!is_date(value)) {
      throw Error(ErrorCode::usage, "months and years are for columns of dates, YYYY-MM-DD");
    }
    rows.push_back({value, value.substr(0, 7), value.substr(0, 4), kTop});
  }
  return rows;
}

Hierarchy::Rows prefix_rows(const std::vector<std::string>& values,
                            const std::vector<std::int64_t>& hidden) {
  check_rising(hidden, false);
  Hierarchy::Rows rows;
  for (const std::string& value : values) {
    std::vector<std::string>& row = rows.emplace_back();
    row.push_back(value);
    for (const std::int64_t count : hidden) {
      row.push_back(hide(value, static_cast<std::size_t>(count)));
    }
    row.emplace_back(kTop);
  }
  return rows;
}

Hierarchy::Rows group_rows(const std::vector<std::string>& values,
                           const std::map<std::string, std::string>& group_of) {
  Hierarchy::Rows rows;
  for (const std::string& value : values) {
    const auto found = group_of.find(value);
    const bool own = found == group_of.end() || found->second.empty();
    if (!own && found->second == kTop) {
      throw Error(ErrorCode::usage, "a group cannot be called *: that is all values together");
    }
    rows.push_back({value, own ? value : found->second, kTop});
  }
  return rows;
}

}  // namespace overt
