#include "overt/strategy/sequence.h"

#include <utility>

namespace overt {

Sequence::Sequence(std::vector<Groups> generalizations)
    : generalizations_(std::move(generalizations)) {}

const Sequence::Cells& Sequence::cells_of(std::size_t step) const {
  cells_.reserve(size());  // references stay where they are
  while (cells_.size() <= step) {
    const std::size_t next = cells_.size();
    std::vector<Groups> both = {generalizations_[next]};
    if (next > 0) both.push_back(cells_.back().cells);
    Cells entry;
    entry.cells = common_refinement(both);
    for (std::size_t c = 0; c < entry.cells.size(); ++c) {
      entry.sizes.push_back(static_cast<std::uint32_t>(entry.cells[c].size()));
    }
    entry.group_of.resize(next + 1);
    cells_.push_back(std::move(entry));
  }
  return cells_[step];
}

const std::vector<std::uint32_t>& Sequence::group_of(std::size_t step, std::size_t earlier) const {
  cells_of(step);
  std::vector<std::uint32_t>& result = cells_[step].group_of[earlier];
  if (result.empty()) result = group_of_cells(cells_[step].cells, generalizations_[earlier]);
  return result;
}

}  // namespace overt
