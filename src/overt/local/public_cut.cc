#include "overt/local/public_cut.h"

#include <algorithm>

namespace overt {

PlaceExtent place_extent(const SplitColumn& own, std::size_t column, std::uint32_t low,
                         std::uint32_t high) {
  if (own.blocks.empty() || low == high) {
    return {column, low, high, 0, own.at[high] - own.at[low]};
  }
  std::size_t level = 1;  // the lowest with both in one block; level 0 has one place a block
  while (own.blocks[level][low] != own.blocks[level][high]) ++level;
  const std::vector<std::uint32_t>& block = own.blocks[level];
  const auto end = std::upper_bound(block.begin() + high, block.end(), block[low]);
  const auto last = static_cast<std::size_t>(end - block.begin()) - 1;
  return {column, low, high, level - 1, own.at[last] - own.at[block[low]]};
}

// By insertion: there are few, and std::stable_sort() asks for memory, in every node.
void widest_first(std::vector<PlaceExtent>& extents) {
  for (std::size_t i = 1; i < extents.size(); ++i) {
    const PlaceExtent own = extents[i];
    std::size_t to = i;
    for (; to > 0 && extents[to - 1].spread < own.spread; --to) extents[to] = extents[to - 1];
    extents[to] = own;
  }
}

std::size_t middle_cut(std::size_t below, std::size_t upto, std::size_t n, std::size_t smallest) {
  const auto fits = [&](std::size_t first) { return first >= smallest && n - first >= smallest; };
  // How far from the middle, doubled; equal distances: the smaller first part.
  const bool before = n - 2 * below <= 2 * upto - n;
  const std::size_t nearer = before ? below : upto;
  if (fits(nearer)) return nearer;
  const std::size_t other = before ? upto : below;
  return fits(other) ? other : 0;
}

}  // namespace overt
