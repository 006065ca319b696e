#pragma once

// Room for values in groups: a group of n records, k of them with a value, has
// room n - l*k for it. A bundle of q records with different values fits where there
// is room l-q for each of them. Joining groups adds their room up, so a bundle that
// fits nowhere is placed by joining the nearest groups that have any. (Way 2
// of gda_left_overs.h.)
//
//   l = 3, {a b c d}: room 1 for a and for b; one more a fits not, a and b together do
//
// For every colour the groups with room are kept sorted by mean rank. Cost: a
// sorted list per colour; O(colours log G) a record and a join.

#include <cstdint>
#include <set>
#include <span>
#include <vector>

#include "overt/streamline/growing_groups.h"
#include "overt/table/groups.h"

namespace overt {

class GroupRooms {
 public:
  // `colours`: the number of values that `groups` counts. Keeps a reference.
  GroupRooms(GrowingGroups& groups, std::uint32_t l, std::size_t colours);

  // Whether all groups together have room for a bundle of `q` records with the
  // colour among them.
  bool enough(std::size_t colour, std::size_t q) const { return total_[colour] + q >= l_; }

  // A record of a bundle.
  struct Item {
    std::size_t colour;
    Record record;
  };
  // Joins groups with room, nearest to `rank` first, until one has enough for all;
  // there the bundle goes. REQUIRES: different colours, enough of each.
  void place(std::span<const Item> bundle, std::uint32_t rank);

 private:
  // Groups by mean rank, then by number; and a rank before the groups whose mean
  // is not below it.
  struct Order {
    using is_transparent = void;
    struct Rank {
      std::uint32_t rank;
    };
    bool operator()(std::uint32_t a, std::uint32_t b) const {
      if (groups->mean(a) < groups->mean(b)) return true;
      return !(groups->mean(b) < groups->mean(a)) && a < b;
    }
    bool operator()(std::uint32_t group, Rank rank) const {
      return groups->mean(group).is_below(rank.rank);
    }
    bool operator()(Rank rank, std::uint32_t group) const { return !(*this)(group, rank); }
    const GrowingGroups* groups;
  };
  using Sorted = std::set<std::uint32_t, Order>;

  std::uint64_t room(std::size_t colour, std::uint32_t group) const {
    return groups_.mean(group).size - l_ * groups_.count(colour, group);
  }
  void offer(std::uint32_t group);
  std::uint32_t take_nearest(std::size_t colour, std::uint32_t rank);

  GrowingGroups& groups_;
  std::uint64_t l_;
  std::vector<std::uint64_t> total_;  // colour -> room of all groups
  std::vector<Sorted> with_room_;     // colour -> groups with room for it
};

}  // namespace overt
