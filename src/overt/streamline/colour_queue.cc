#include "overt/streamline/colour_queue.h"

#include <algorithm>

namespace overt {

ColourQueue::ColourQueue(std::span<const std::uint32_t> counts)
    : left_(counts.begin(), counts.end()), order_(counts.size()), place_(counts.size()) {
  const std::uint32_t most = counts.empty() ? 0 : *std::max_element(counts.begin(), counts.end());
  at_least_.assign(std::size_t{most} + 2, 0);
  for (const std::uint32_t count : counts) ++at_least_[count];
  for (std::size_t s = most; s-- > 0;) at_least_[s] += at_least_[s + 1];

  std::vector<std::uint32_t> next(at_least_.begin() + 1, at_least_.end());  // of each size
  for (Code colour = 0; colour < counts.size(); ++colour) {
    place_[colour] = next[counts[colour]]++;
    order_[place_[colour]] = colour;
  }
}

}  // namespace overt
