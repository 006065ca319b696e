#include "overt/verify/candidate_groups.h"

#include <unordered_map>

namespace overt {
namespace {

// Codes of a column, that of missing values included.
std::size_t codes_of(const Column& column) { return column.values.size() + 1; }

// Of each code, how many groups have a cell that covers it.
std::vector<std::uint64_t> count_groups(const CandidateGroups::Cells& cells) {
  const std::size_t missing = cells.column->values.size();
  // Where it begins to be covered and where it ends, interval by interval.
  std::vector<std::int64_t> steps(missing + 1, 0);
  std::vector<std::uint64_t> count(missing + 1, 0);
  std::unordered_map<const std::vector<Code>*, std::uint64_t> labels;
  for (const CodeCell& cell : cells.of_group) {
    if (cell.low <= cell.high) {
      ++steps[cell.low];
      --steps[cell.high + 1];
    }
    for (const Code code : cell.codes) ++count[code];
    if (cell.below != nullptr) ++labels[cell.below];
    if (cell.missing) ++count[missing];
  }
  for (const auto& [codes, groups] : labels) {
    for (const Code code : *codes) count[code] += groups;
  }
  std::int64_t open = 0;
  for (std::size_t code = 0; code < missing; ++code) {
    open += steps[code];
    count[code] += static_cast<std::uint64_t>(open);
  }
  return count;
}

}  // namespace

CandidateGroups::CandidateGroups(std::span<const Cells> columns,
                                 std::span<const std::uint32_t> order, const Limits& limits,
                                 Progress& progress) {
  std::uint64_t fewest = limits.asked;
  std::vector<std::uint64_t> best;
  const Cells* chosen = nullptr;
  for (const Cells& cells : columns) {
    progress.check();
    std::vector<std::uint64_t> count = count_groups(cells);
    std::uint64_t entries = 0, asked = 0;
    for (const std::uint64_t groups : count) entries += groups;
    for (const Code code : cells.column->codes) asked += count[code];
    if (entries > limits.entries || asked > fewest) continue;
    fewest = asked;
    best = std::move(count);
    chosen = &cells;
  }
  progress.check();
  if (chosen != nullptr) index(*chosen, best, order);
}

void CandidateGroups::index(const Cells& cells, std::span<const std::uint64_t> groups_with,
                            std::span<const std::uint32_t> order) {
  column_ = cells.column;
  begin_.assign(codes_of(*column_) + 1, 0);
  for (std::size_t code = 0; code < groups_with.size(); ++code) {
    begin_[code + 1] = begin_[code] + groups_with[code];
  }
  groups_.resize(begin_.back());
  std::vector<std::uint64_t> next(begin_.begin(), begin_.end() - 1);
  for (const std::uint32_t group : order) {
    const CodeCell& cell = cells.of_group[group];
    for (std::uint64_t code = cell.low; code <= cell.high; ++code) groups_[next[code]++] = group;
    for (const Code code : cell.listed()) groups_[next[code]++] = group;
    if (cell.missing) groups_[next[column_->values.size()]++] = group;
  }
}

std::span<const std::uint32_t> CandidateGroups::of(Record record) const {
  const Code code = column_->codes[record];
  return std::span(groups_).subspan(begin_[code], begin_[code + 1] - begin_[code]);
}

}  // namespace overt
