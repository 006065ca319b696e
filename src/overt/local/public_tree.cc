#include "overt/local/public_tree.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace overt {

// What the records of a node take of a column.
struct PublicTree::Extent {
  std::size_t column;
  std::uint32_t low;
  std::uint32_t high;
  std::size_t level;  // cuts lie between blocks of this level; of no use without a hierarchy
  double spread;
};

PublicTree::PublicTree(std::vector<SplitColumn> columns, std::size_t smallest)
    : columns_(std::move(columns)), smallest_(std::max<std::size_t>(smallest, 1)) {}

PublicTree::Extent PublicTree::extent(std::size_t column, std::span<const Record> records) const {
  const SplitColumn& own = columns_[column];
  std::uint32_t low = own.place[records[0]];
  std::uint32_t high = low;
  for (const Record r : records) {
    low = std::min(low, own.place[r]);
    high = std::max(high, own.place[r]);
  }
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

// The cut nearest to the middle, at the place of the median or behind it: all others
// are further out. 0 when both leave a part too small.
std::size_t PublicTree::cut(const Extent& extent, std::span<Record> records) {
  const SplitColumn& own = columns_[extent.column];
  const std::uint32_t* block = own.blocks.empty() ? nullptr : own.blocks[extent.level].data();
  const auto place = [&](Record r) {
    return block == nullptr ? own.place[r] : block[own.place[r]];
  };
  places_.clear();
  for (const Record r : records) places_.push_back(place(r));
  const auto middle = places_.begin() + static_cast<std::ptrdiff_t>(places_.size() / 2);
  std::nth_element(places_.begin(), middle, places_.end());
  const std::uint32_t median = *middle;
  std::size_t below = 0;
  std::size_t equal = 0;
  for (const std::uint32_t at : places_) {
    below += at < median ? 1 : 0;
    equal += at == median ? 1 : 0;
  }
  const std::size_t n = records.size();
  const auto fits = [&](std::size_t first) { return first >= smallest_ && n - first >= smallest_; };
  const std::size_t upto = below + equal;
  // How far from the middle, doubled; equal distances: the smaller first part.
  const bool before = n - 2 * below <= 2 * upto - n;
  std::size_t first = before ? below : upto;
  if (!fits(first)) first = before ? upto : below;
  if (!fits(first)) return 0;
  const std::uint32_t end = first == below ? median : median + 1;
  std::partition(records.begin(), records.end(), [&](Record r) { return place(r) < end; });
  return first;
}

std::size_t PublicTree::split(std::span<Record> records) {
  if (records.size() < 2 * smallest_) return 0;
  std::vector<Extent> extents;
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    const Extent own = extent(c, records);
    if (own.low < own.high) extents.push_back(own);
  }
  std::stable_sort(extents.begin(), extents.end(),
                   [](const Extent& a, const Extent& b) { return a.spread > b.spread; });
  for (const Extent& own : extents) {
    const std::size_t first = cut(own, records);
    if (first > 0) return first;
  }
  return 0;
}

}  // namespace overt
