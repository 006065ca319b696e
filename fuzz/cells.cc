// The cells of a generalized table. What was taken apart and put together again is the same cell.

#include "overt/table/cell.h"

#include <algorithm>
#include <string>
#include <vector>

#include "fuzz/target.h"

namespace overt::fuzz {
namespace {

// Cells are read from files that are UTF-8 already, so what is not has no text to be printed as.
bool printed(const Cell& cell, std::string& text) {
  const auto ascii = [](std::string_view value) {
    return std::all_of(value.begin(), value.end(), [](char c) { return c > 0; });
  };
  if (cell.interval) {
    if (!cell.values.empty()) return false;
    if (!ascii(cell.interval->first) || !ascii(cell.interval->second)) return false;
    text = interval_text(cell.interval->first, cell.interval->second, cell.missing);
    return true;
  }
  if (cell.values.empty() || !std::all_of(cell.values.begin(), cell.values.end(), ascii)) {
    return false;
  }
  text = set_text(cell.values, cell.missing);
  return true;
}

}  // namespace
}  // namespace overt::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace overt::fuzz;
  overt::Cell cell;
  if (!overt::parse_cell(text_of(data, size), cell)) return 0;
  std::string text;
  if (!printed(cell, text)) return 0;
  overt::Cell again;
  expect(overt::parse_cell(text, again), "what was printed is no cell");
  expect(again.interval == cell.interval, "another interval");
  expect(again.values == cell.values, "other values");
  expect(again.missing == cell.missing, "another missing value");
  return 0;
}
