#pragma once

// The cells of a generalized table, as text and back.
//
//   a plain value          41
//   an interval            [35, 41]           ordered columns, both ends included
//   a set                  {flu, cold}        in domain order
//   with missing values    {[35, 41], NULL}   {flu, NULL}
//
// So that a file can be parsed back without doubt, a value is written as a JSON
// string when it starts with [ { or ", when it is the word NULL, and inside a
// set or an interval when it contains a comma or the closing bracket.
// A cell of missing values alone is not a text: it is a missing field.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace overt {

struct Cell {
  std::optional<std::pair<std::string, std::string>> interval;
  std::vector<std::string> values;  // a plain value is a set of one
  bool missing = false;
};

std::string plain_text(std::string_view value);
std::string interval_text(std::string_view low, std::string_view high, bool missing);
std::string set_text(std::span<const std::string_view> values, bool missing);

// Nothing when `text` is not a cell.
std::optional<Cell> parse_cell(std::string_view text);

}  // namespace overt
