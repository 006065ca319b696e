#pragma once

// Value hierarchies as ARX has them: for every value of a column a chain of
// labels, each saying less than the one before. A group's cell becomes the
// lowest common ancestor of its values, the first label that fits them all.
//
//   level 0 (leaf)   level 1   level 2 (top)
//   flu              viral     *                 {flu, cold}   -> viral
//   cold             viral     *                 {flu, ulcer}  -> *
//   ulcer            gastric   *                 {flu, flu}    -> flu
//
// A Hierarchy is the file, checked and kept as it was, so that it can be
// published beside the table. A BoundHierarchy is what the codes of one column
// need of it.
//
// Cost: O(rows * levels) to check and to bind; a lowest common ancestor is at
// most one comparison for each code and each level. Memory: 4 bytes a value and level
// beside the labels.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "overt/table/column.h"

namespace overt {

// INVARIANTS:
//   1. at least one row; every row has levels() >= 1 labels, the leaf first.
//   2. no two rows have the same leaf.
//   3. rows with the same label at a level have the same labels at all higher
//      levels, so the labels of a level are a partition of the leaves, coarser
//      from level to level.
class Hierarchy {
 public:
  using Rows = std::vector<std::vector<std::string>>;

  // Row i stands on line lines[i] of `source`, or on line i + 1 without `lines`.
  // Throws Error{malformed} with source, lines and levels, never with a label,
  // when an invariant does not hold. REQUIRES: lines is empty or has one for each row.
  static Hierarchy from_rows(std::string source, Rows rows,
                             const std::vector<std::uint64_t>& lines = {});

  const std::string& source() const { return source_; }
  const Rows& rows() const { return rows_; }
  std::size_t levels() const { return rows_.front().size(); }

 private:
  Hierarchy(std::string source, Rows rows) : source_(std::move(source)), rows_(std::move(rows)) {}

  std::string source_;
  Rows rows_;
};

// A hierarchy bound to the codes of a column. The missing value is outside: it
// has no ancestor, and a row for it in the file is not used.
//
// INVARIANTS:
//   1. nodes are 0 .. node_count()-1, one for each label of a level that some
//      value of the column reaches. The node of code c at level 0 is c.
//   2. higher nodes are numbered by level, then by their lowest code: nothing
//      depends on the order of records or of the file's rows.
//   3. all values share the node of the top level, so that every set of values
//      has a common ancestor.
class BoundHierarchy {
 public:
  using Node = std::uint32_t;

  // Throws Error{malformed} when values of the column have no row, and when the
  // top level has more than one label for them (without a common top a group
  // could have no cell). Keeps no reference to its arguments.
  BoundHierarchy(const Hierarchy& hierarchy, const Column& column);

  std::size_t levels() const { return levels_; }
  std::size_t node_count() const { return labels_.size(); }
  const std::string& label(Node node) const { return labels_[node]; }

  // The node above `code` at `level`. REQUIRES: level < levels() and a code
  // that is not the missing one.
  Node ancestor(std::size_t level, Code code) const { return ancestors_[level * values_ + code]; }

  // The node that all `codes` share at the lowest possible level; for equal
  // codes the code itself. Missing values are passed over; nothing when no
  // other is there.
  std::optional<Node> lowest_common_ancestor(std::span<const Code> codes) const;

 private:
  std::size_t levels_;
  std::size_t values_;           // codes below this have a row
  std::vector<Node> ancestors_;  // level by level, one for each code
  std::vector<std::string> labels_;
};

}  // namespace overt
