#include "overt/local/public_tree.h"

#include <algorithm>
#include <utility>

#include "overt/local/public_cut.h"

namespace overt {

PublicTree::PublicTree(std::vector<SplitColumn> columns, std::size_t smallest)
    : columns_(std::move(columns)), smallest_(std::max<std::size_t>(smallest, 1)) {}

std::size_t PublicTree::cut(const PlaceExtent& extent, std::span<Record> records) {
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
  const std::size_t first = middle_cut(below, below + equal, records.size(), smallest_);
  if (first == 0) return 0;
  const std::uint32_t end = first == below ? median : median + 1;
  std::partition(records.begin(), records.end(), [&](Record r) { return place(r) < end; });
  return first;
}

std::size_t PublicTree::split(std::span<Record> records) {
  if (records.size() < 2 * smallest_) return 0;
  std::vector<PlaceExtent> extents;
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    const std::vector<std::uint32_t>& place = columns_[c].place;
    std::uint32_t low = place[records[0]];
    std::uint32_t high = low;
    for (const Record r : records) {
      low = std::min(low, place[r]);
      high = std::max(high, place[r]);
    }
    if (low < high) extents.push_back(place_extent(columns_[c], c, low, high));
  }
  widest_first(extents);
  for (const PlaceExtent& own : extents) {
    const std::size_t first = cut(own, records);
    if (first > 0) return first;
  }
  return 0;
}

}  // namespace overt
