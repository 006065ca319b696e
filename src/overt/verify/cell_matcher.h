#pragma once

// Whether a value lies in a cell of a generalized column, decided from the
// cell's text: it is parsed back, its texts are looked up among the column's
// values, and codes are compared.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "overt/hierarchy/hierarchy.h"
#include "overt/table/cell.h"
#include "overt/table/column.h"

namespace overt {

// A cell in terms of codes: an interval, or a sorted list.
struct CodeCell {
  Code low = 1;  // low > high: no interval
  Code high = 0;
  std::vector<Code> codes;
  // Of a cell that is one label of a hierarchy: the codes below it, which the matcher has once,
  // however many groups have the label.
  const std::vector<Code>* below = nullptr;
  bool missing = false;

  std::span<const Code> listed() const { return below != nullptr ? *below : codes; }
  std::size_t size() const { return high + 1 - low + listed().size(); }
};

class CellMatcher {
 public:
  // Keeps references: both must live as long as the matcher.
  CellMatcher(const Column& column, const BoundHierarchy* hierarchy);

  // The codes that a cell covers (no text: missing values), into `result`, whose
  // memory is used again, and which must not outlive the matcher. False when it is not a cell of
  // this column: no such grammar, values that no record has, an interval in a column with a
  // hierarchy, a label that covers nothing. Not safe from several threads.
  bool compile(std::optional<std::string_view> text, CodeCell& result);

  bool contains(const CodeCell& cell, Code code) const;

 private:
  bool add_value(CodeCell& cell, std::string_view text, bool alone) const;
  std::optional<Code> find(std::string_view text) const;

  const Column& column_;
  std::unordered_map<std::string_view, Code> codes_;
  std::unordered_map<std::string, std::vector<Code>> labels_;  // hierarchy label -> codes below
  bool hierarchy_;
  Cell cell_;  // scratch
};

// The cells of a column of a file, block by block: what many groups of a block have is compiled
// once.
class BlockCells {
 public:
  // The cell of that code among those of the block; null where it is no cell of the column. A
  // negative code is no text. Until the next call.
  const CodeCell* compile(CellMatcher& matcher, std::optional<std::string_view> text,
                          std::int32_t code, std::size_t block);

 private:
  enum class State : std::uint8_t { unknown, good, bad };

  std::optional<std::size_t> block_;
  std::vector<State> state_;  // of each code
  std::vector<CodeCell> cells_;
  CodeCell missing_;
};

}  // namespace overt
