#include "overt/verify/candidate_groups.h"

#include <algorithm>
#include <numeric>

namespace overt {
namespace {

// Codes of a column, that of missing values included.
std::size_t codes_of(const Column& column) { return column.values.size() + 1; }

std::size_t width(const CodeCell& cell) { return cell.size() + (cell.missing ? 1 : 0); }

}  // namespace

CandidateGroups::CandidateGroups(std::span<const Cells> columns,
                                 std::span<const std::uint32_t> order, const Limits& limits,
                                 Progress& progress) {
  choose(columns, order.size(), limits, progress);
  if (!found()) return;
  begin_.assign(lists_ + 1, 0);
  for (const std::uint32_t group : order) {
    for_lists(group, 0, 0, [&](std::size_t list) { ++begin_[list + 1]; });
  }
  progress.check();
  std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
  groups_.resize(begin_.back());
  std::vector<std::uint32_t> next(begin_.begin(), begin_.end() - 1);
  for (const std::uint32_t group : order) {
    for_lists(group, 0, 0, [&](std::size_t list) { groups_[next[list]++] = group; });
  }
  progress.check();
}

// Columns whose cells cover the smallest share of their codes first; all that have room.
void CandidateGroups::choose(std::span<const Cells> columns, std::size_t groups,
                             const Limits& limits, Progress& progress) {
  std::vector<std::pair<double, std::size_t>> by_share;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    std::size_t covered = 0;
    for (const CodeCell& cell : columns[c].of_group) covered += width(cell);
    const auto codes = static_cast<double>(codes_of(*columns[c].column));
    by_share.emplace_back(static_cast<double>(covered) / codes, c);
    progress.check();
  }
  std::sort(by_share.begin(), by_share.end());
  std::vector<double> entries(groups, 1), more(groups);
  for (const auto& [share, c] : by_share) {
    const std::size_t lists = lists_ * codes_of(*columns[c].column);
    if (lists > limits.lists) continue;
    for (std::size_t g = 0; g < groups; ++g) {
      more[g] = entries[g] * static_cast<double>(width(columns[c].of_group[g]));
    }
    if (std::accumulate(more.begin(), more.end(), 0.0) > limits.entries) continue;
    entries.swap(more);
    lists_ = lists;
    used_.push_back(columns[c]);
    progress.check();
  }
}

// Calls use() with the number of each list in which the group stands.
template <typename Use>
void CandidateGroups::for_lists(std::uint32_t group, std::size_t depth, std::size_t list,
                                const Use& use) const {
  if (depth == used_.size()) return use(list);
  const CodeCell& cell = used_[depth].of_group[group];
  const std::size_t codes = codes_of(*used_[depth].column);
  const auto descend = [&](std::size_t code) {
    for_lists(group, depth + 1, list * codes + code, use);
  };
  for (std::size_t code = cell.low; code <= cell.high; ++code) descend(code);
  for (const Code code : cell.listed()) descend(code);
  if (cell.missing) descend(codes - 1);
}

std::span<const std::uint32_t> CandidateGroups::of(Record record) const {
  std::size_t list = 0;
  for (const Cells& cells : used_) {
    list = list * codes_of(*cells.column) + cells.column->codes[record];
  }
  return std::span(groups_).subspan(begin_[list], begin_[list + 1] - begin_[list]);
}

}  // namespace overt
