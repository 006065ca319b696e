#pragma once

// The cells of one generalized column, from texts to sets of codes. Equal texts are
// compiled once and share their set: a release of many groups has few intervals
// and labels.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "overt/hierarchy/hierarchy.h"
#include "overt/table/column.h"
#include "overt/utility/released_table.h"
#include "overt/verify/cell_matcher.h"

namespace overt {

class CellReader {
 public:
  // Keeps references to `column` and `cells`, which it fills.
  CellReader(const Column& column, std::optional<BoundHierarchy> hierarchy, CellColumn& cells);
  CellReader(const CellReader&) = delete;
  CellReader& operator=(const CellReader&) = delete;

  // The cell of the next group (no text: missing values alone). False when it is
  // not one of the column, or covers nothing; then `cells` is useless.
  bool add(std::optional<std::string_view> text);

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>()(text);
    }
  };

  bool compile(std::optional<std::string_view> text);

  const Column& column_;
  std::optional<BoundHierarchy> hierarchy_;
  CellMatcher matcher_;
  CellColumn& cells_;
  CodeCell cell_;                         // scratch
  std::optional<std::uint32_t> missing_;  // the cell of missing values alone
  std::unordered_map<std::string, std::uint32_t, Hash, std::equal_to<>> known_;
};

}  // namespace overt
