#include "overt/hierarchy/hierarchy.h"

#include <fmt/format.h>

#include <cassert>
#include <unordered_map>
#include <utility>

#include "overt/base/error.h"

namespace overt {
namespace {

// Nobody writes so many; each costs memory for every value.
constexpr std::size_t kMostLevels = 1000;

class RowChecker {
 public:
  RowChecker(const std::string& source, const Hierarchy::Rows& rows,
             const std::vector<std::uint64_t>& lines)
      : source_(source), rows_(rows), lines_(lines) {}

  void check() const {
    if (rows_.empty()) {
      throw Error(ErrorCode::malformed, fmt::format("{}: a hierarchy needs at least one row, "
                                                    "this file has none",
                                                    source_));
    }
    check_widths();
    check_leaves();
    for (std::size_t level = 1; level + 1 < rows_.front().size(); ++level) check_level(level);
  }

 private:
  std::uint64_t line(std::size_t row) const { return lines_.empty() ? row + 1 : lines_[row]; }

  [[noreturn]] void fail(std::size_t row, const std::string& what) const {
    throw Error(ErrorCode::malformed, fmt::format("{}: line {}: {}", source_, line(row), what));
  }

  void check_widths() const {
    const std::size_t width = rows_.front().size();
    if (width == 0) fail(0, "a row needs at least a leaf, this one is empty");
    if (width > kMostLevels) fail(0, fmt::format("more than {} labels", kMostLevels));
    for (std::size_t row = 1; row < rows_.size(); ++row) {
      if (rows_[row].size() == width) continue;
      fail(row, fmt::format("the number of labels, {}, differs from line {}, which has {}",
                            rows_[row].size(), line(0), width));
    }
  }

  // The first row that has the same label as `row` at `level`; `row` if none.
  using First = std::unordered_map<std::string_view, std::size_t>;
  std::size_t first(First& seen, std::size_t row, std::size_t level) const {
    return seen.try_emplace(rows_[row][level], row).first->second;
  }

  void check_leaves() const {
    First seen;
    for (std::size_t row = 0; row < rows_.size(); ++row) {
      const std::size_t other = first(seen, row, 0);
      if (other != row) fail(row, fmt::format("the same leaf as line {}", line(other)));
    }
  }

  // Equal labels at `level` have equal labels one level higher; that this holds
  // at every level makes it hold for all higher ones.
  void check_level(std::size_t level) const {
    First seen;
    for (std::size_t row = 0; row < rows_.size(); ++row) {
      const std::size_t other = first(seen, row, level);
      if (rows_[row][level + 1] == rows_[other][level + 1]) continue;
      fail(row, fmt::format("level {} differs from line {}, which has the same level {}", level + 1,
                            line(other), level));
    }
  }

  const std::string& source_;
  const Hierarchy::Rows& rows_;
  const std::vector<std::uint64_t>& lines_;
};

// The row of every value of `column`, by code.
std::vector<std::size_t> rows_of_values(const Hierarchy& hierarchy, const Column& column) {
  const Hierarchy::Rows& rows = hierarchy.rows();
  std::unordered_map<std::string_view, std::size_t> row_of_leaf;
  row_of_leaf.reserve(rows.size());
  for (std::size_t row = 0; row < rows.size(); ++row) row_of_leaf.emplace(rows[row][0], row);
  std::vector<std::size_t> found;
  found.reserve(column.values.size());
  for (const std::string& value : column.values) {
    const auto entry = row_of_leaf.find(value);
    if (entry != row_of_leaf.end()) found.push_back(entry->second);
  }
  if (found.size() < column.values.size()) {
    throw Error(
        ErrorCode::malformed,
        fmt::format("{}: {} of the {} values of column \"{}\" have no row in this hierarchy",
                    hierarchy.source(), column.values.size() - found.size(), column.values.size(),
                    column.name));
  }
  return found;
}

}  // namespace

Hierarchy Hierarchy::from_rows(std::string source, Rows rows,
                               const std::vector<std::uint64_t>& lines) {
  assert(lines.empty() || lines.size() == rows.size());
  RowChecker(source, rows, lines).check();
  return Hierarchy(std::move(source), std::move(rows));
}

BoundHierarchy::BoundHierarchy(const Hierarchy& hierarchy, const Column& column)
    : levels_(hierarchy.levels()), values_(column.values.size()), labels_(column.values) {
  const std::vector<std::size_t> row_of_code = rows_of_values(hierarchy, column);
  ancestors_.reserve(levels_ * values_);
  for (Code code = 0; code < values_; ++code) ancestors_.push_back(code);
  std::size_t nodes_of_level = values_;
  for (std::size_t level = 1; level < levels_; ++level) {
    std::unordered_map<std::string_view, Node> node_of_label;
    for (const std::size_t row : row_of_code) {
      const std::string& label = hierarchy.rows()[row][level];
      const auto [entry, added] = node_of_label.emplace(label, static_cast<Node>(labels_.size()));
      if (added) labels_.push_back(label);
      ancestors_.push_back(entry->second);
    }
    nodes_of_level = node_of_label.size();
  }
  if (nodes_of_level > 1) {
    throw Error(ErrorCode::malformed,
                fmt::format("{}: level {}, the highest, has {} labels for the values of column "
                            "\"{}\"; end every row with the same label, for example *",
                            hierarchy.source(), levels_ - 1, nodes_of_level, column.name));
  }
}

// Climbs with the first value and only as far as each next one asks for: levels
// below are never looked at again, since what is common there cannot come back.
std::optional<BoundHierarchy::Node> BoundHierarchy::lowest_common_ancestor(
    std::span<const Code> codes) const {
  std::size_t at = 0;
  while (at < codes.size() && codes[at] == values_) ++at;
  if (at == codes.size()) return std::nullopt;
  const Code first = codes[at];
  const Node* level = ancestors_.data();
  const Node* const top = level + (levels_ - 1) * values_;
  for (++at; at < codes.size() && level != top; ++at) {
    if (codes[at] == values_) continue;
    while (level[codes[at]] != level[first]) level += values_;  // ends: the top is common
  }
  return level[first];
}

}  // namespace overt
