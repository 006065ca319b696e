#include "overt/streamline/nearest_compatible.h"

#include <algorithm>

namespace overt {

NearestCompatible::NearestCompatible(const GrowingGroups& groups, std::size_t colour)
    : groups_(groups) {
  for (std::uint32_t g = 0; g < groups.size(); ++g) {
    if (groups.count(colour, g) == 0) sorted_.push_back(g);
  }
  std::stable_sort(sorted_.begin(), sorted_.end(), [&](std::uint32_t a, std::uint32_t b) {
    return groups.mean(a) < groups.mean(b);
  });
}

void NearestCompatible::look_at(std::uint32_t place, std::uint32_t rank) {
  const Ratio distance = groups_.mean_distance(sorted_[place], rank);
  known_.push({distance.above + rank * distance.below, distance.below, rank, place});
}

// Whether the next group on the left may be as near as the best that is known. Its
// mean is below the rank: it is at least rank - mean away.
bool NearestCompatible::left_is_due(std::uint32_t rank) const {
  if (left_ == 0) return false;
  if (known_.empty()) return true;
  const MeanRank& mean = groups_.mean(sorted_[left_ - 1]);
  const Wide sum = 2 * Wide{rank} * mean.size - mean.sum;
  return sum * known_.top().size <= known_.top().sum * mean.size;
}

// The same on the right, where a mean may still be below the rank: then the
// distance may be 0.
bool NearestCompatible::right_is_due(std::uint32_t rank) const {
  if (right_ == sorted_.size()) return false;
  if (known_.empty()) return true;
  const MeanRank& mean = groups_.mean(sorted_[right_]);
  const Wide sum = std::max(Wide{mean.sum}, Wide{rank} * mean.size);
  return sum * known_.top().size <= known_.top().sum * mean.size;
}

std::optional<std::uint32_t> NearestCompatible::take(std::uint32_t rank) {
  if (!begun_) {
    const auto split = std::partition_point(sorted_.begin(), sorted_.end(), [&](std::uint32_t g) {
      return groups_.mean(g).is_below(rank);
    });
    left_ = right_ = static_cast<std::uint32_t>(split - sorted_.begin());
    begun_ = true;
  }
  for (;;) {
    if (left_is_due(rank)) {
      look_at(--left_, rank);
    } else if (right_is_due(rank)) {
      look_at(right_++, rank);
    } else if (known_.empty()) {
      return std::nullopt;
    } else {
      const Known best = known_.top();
      known_.pop();
      if (best.at == rank) return sorted_[best.place];
      look_at(best.place, rank);
    }
  }
}

}  // namespace overt
