#pragma once

// The cells of a generalized table, as text and back.
//
//   a plain value          41
//   an interval            [35, 41]           ordered columns, both ends included
//   a set                  {flu, cold}        in domain order
//   an interval of texts   ["Ada", "Zoe"]     from the one to the other in the order of bytes
//   with missing values    {[35, 41], NULL}   {flu, NULL}
//
// So that a file can be parsed back without doubt, a value is written as a JSON
// string when it starts with [ { or ", when it is the word NULL, and inside a
// set or an interval when it contains a comma or the closing bracket.
// A cell of missing values alone is not a text: it is a missing field.

#include <list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace overt {

// A cell taken apart. Its texts are views: of the cell's own text, or of
// `unquoted` where a JSON string had to be decoded.
struct Cell {
  std::optional<std::pair<std::string_view, std::string_view>> interval;
  std::vector<std::string_view> values;  // a plain value is a set of one
  bool missing = false;
  std::list<std::string> unquoted;

  Cell() = default;
  Cell(const Cell&) = delete;
  Cell& operator=(const Cell&) = delete;
};

std::string plain_text(std::string_view value);
std::string interval_text(std::string_view low, std::string_view high, bool missing);
// Of texts: the ends are always JSON strings.
std::string text_interval_text(std::string_view low, std::string_view high, bool missing);
std::string set_text(std::span<const std::string_view> values, bool missing);

// Parses `text`, which must outlive the cell. False when it is not a cell, and
// then `cell` is useless. A cell that is used again keeps its memory.
bool parse_cell(std::string_view text, Cell& cell);

}  // namespace overt
