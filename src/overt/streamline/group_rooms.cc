#include "overt/streamline/group_rooms.h"

#include <iterator>

namespace overt {

GroupRooms::GroupRooms(GrowingGroups& groups, std::uint32_t l, std::size_t colours)
    : groups_(groups), l_(l), total_(colours, 0), with_room_(colours, Sorted(Order{&groups})) {
  for (std::uint32_t g = 0; g < groups.size(); ++g) {
    offer(g);
    for (std::size_t c = 0; c < colours; ++c) total_[c] += room(c, g);
  }
}

void GroupRooms::offer(std::uint32_t group) {
  for (std::size_t c = 0; c < with_room_.size(); ++c) {
    if (room(c, group) > 0) with_room_[c].insert(group);
  }
}

// The group with room for the colour whose mean is nearest to `rank`. It leaves
// all lists, since they are sorted by means and its own is about to change.
std::uint32_t GroupRooms::take_nearest(std::size_t colour, std::uint32_t rank) {
  const Sorted& groups = with_room_[colour];
  auto nearest = groups.lower_bound(Order::Rank{rank});
  if (nearest != groups.begin()) {
    const auto lower = std::prev(nearest);
    if (nearest == groups.end() ||
        !(groups_.mean(*nearest).distance(rank) < groups_.mean(*lower).distance(rank))) {
      nearest = lower;
    }
  }
  const std::uint32_t group = *nearest;
  for (Sorted& sorted : with_room_) sorted.erase(group);
  return group;
}

void GroupRooms::place(std::span<const Item> bundle, std::uint32_t rank) {
  const std::uint32_t group = take_nearest(bundle.front().colour, rank);
  for (const Item& item : bundle) {
    while (room(item.colour, group) + bundle.size() < l_) {
      groups_.join(group, take_nearest(item.colour, rank));
    }
  }
  for (const Item& item : bundle) groups_.take(group, item.record, item.colour);
  for (std::uint64_t& total : total_) total += bundle.size();
  for (const Item& item : bundle) total_[item.colour] -= l_;
  offer(group);
}

}  // namespace overt
