#include "overt/local/public_tree.h"

#include <algorithm>
#include <utility>

#include "overt/local/public_cut.h"

namespace overt {

PublicTree::PublicTree(std::vector<SplitColumn> columns, std::size_t smallest,
                       const WalkUnits* units)
    : columns_(std::move(columns)), smallest_(std::max<std::size_t>(smallest, 1)), units_(units) {}

template <typename PlaceOf>
PublicTree::Median PublicTree::median_of_records(std::span<const Record> records,
                                                 const PlaceOf& place_of) {
  places_.clear();
  for (const Record r : records) places_.push_back(place_of(r));
  const auto middle = places_.begin() + static_cast<std::ptrdiff_t>(places_.size() / 2);
  std::nth_element(places_.begin(), middle, places_.end());
  Median median{*middle, 0, 0};
  for (const std::uint32_t at : places_) {
    median.below += at < median.place ? 1 : 0;
    median.equal += at == median.place ? 1 : 0;
  }
  return median;
}

// The same with as many records as each unit has.
template <typename PlaceOf>
PublicTree::Median PublicTree::median_of_units(std::span<const Record> units,
                                               const PlaceOf& place_of) const {
  struct Weight {
    std::uint32_t place;
    std::uint64_t records;
  };
  std::vector<Weight> weights;
  weights.reserve(units.size());
  std::size_t all = 0;
  for (const Record unit : units) {
    weights.push_back({place_of(unit), units_->count(unit)});
    all += weights.back().records;
  }
  std::sort(weights.begin(), weights.end(),
            [](const Weight& a, const Weight& b) { return a.place < b.place; });
  std::size_t before = 0;  // records before the run of a place
  for (std::size_t i = 0;;) {
    const std::uint32_t place = weights[i].place;
    std::size_t here = 0;
    for (; i < weights.size() && weights[i].place == place; ++i) here += weights[i].records;
    if (before + here > all / 2) return {place, before, here};
    before += here;
  }
}

std::size_t PublicTree::cut(const PlaceExtent& extent, std::span<Record> records) {
  const SplitColumn& own = columns_[extent.column];
  const std::uint32_t* block = own.blocks.empty() ? nullptr : own.blocks[extent.level].data();
  const auto place = [&](Record r) {
    const std::uint32_t at = own.place[row(r)];
    return block == nullptr ? at : block[at];
  };
  const auto [median, below, equal] =
      units_ == nullptr ? median_of_records(records, place) : median_of_units(records, place);
  const std::size_t first = middle_cut(below, below + equal, records_of(records), smallest_);
  if (first == 0) return 0;
  const std::uint32_t end = first == below ? median : median + 1;
  const auto middle =
      std::partition(records.begin(), records.end(), [&](Record r) { return place(r) < end; });
  return static_cast<std::size_t>(middle - records.begin());
}

std::size_t PublicTree::split(std::span<Record> records) {
  if (records_of(records) < 2 * smallest_) return 0;
  std::vector<PlaceExtent> extents;
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    const std::vector<std::uint32_t>& place = columns_[c].place;
    std::uint32_t low = place[row(records[0])];
    std::uint32_t high = low;
    for (const Record r : records) {
      const std::uint32_t at = place[row(r)];
      low = std::min(low, at);
      high = std::max(high, at);
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
