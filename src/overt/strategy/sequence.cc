#include "overt/strategy/sequence.h"

#include <span>
#include <utility>

namespace overt {

Sequence::Sequence(std::vector<Groups> generalizations)
    : generalizations_(std::move(generalizations)) {
  for (std::size_t step = 0; step < size(); ++step) {
    cells_.push_back(common_refinement(std::span(generalizations_).first(step + 1)));
    auto& sizes = sizes_.emplace_back();
    for (std::size_t c = 0; c < cells_.back().size(); ++c) {
      sizes.push_back(static_cast<std::uint32_t>(cells_.back()[c].size()));
    }
    auto& group_of = group_of_.emplace_back();
    for (std::size_t earlier = 0; earlier <= step; ++earlier) {
      group_of.push_back(group_of_cells(cells_.back(), generalizations_[earlier]));
    }
  }
}

}  // namespace overt
