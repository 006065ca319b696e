#include "overt/streamline/gda_left_overs.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <optional>
#include <vector>

#include "overt/streamline/group_rooms.h"
#include "overt/streamline/growing_groups.h"
#include "overt/streamline/mean_rank.h"

namespace overt {
namespace {

// Way 1, for one colour: the groups without it, sorted by mean rank. A group that
// takes a record of the colour leaves the list, and nothing else changes.
class Compatible {
 public:
  Compatible(const GrowingGroups& groups, std::size_t colour) : groups_(groups) {
    for (std::uint32_t g = 0; g < groups.size(); ++g) {
      if (groups.count(colour, g) == 0) sorted_.push_back(g);
    }
    std::stable_sort(sorted_.begin(), sorted_.end(), [&](std::uint32_t a, std::uint32_t b) {
      return groups.mean(a) < groups.mean(b);
    });
    // Places 1..n are groups, 0 and n+1 the ends; each leads to a place that is
    // still there, itself as long as it is.
    left_.resize(sorted_.size() + 2);
    std::iota(left_.begin(), left_.end(), std::size_t{0});
    right_ = left_;
  }

  // The group at the least mean distance to `rank`, taken off the list.
  std::optional<std::uint32_t> take_nearest(std::uint32_t rank) {
    const std::size_t end = sorted_.size() + 1;
    const auto above = std::partition_point(sorted_.begin(), sorted_.end(), [&](std::uint32_t g) {
      return groups_.mean(g).is_below(rank);
    });
    const auto split = static_cast<std::size_t>(above - sorted_.begin());
    std::size_t low = follow(left_, split);
    std::size_t high = follow(right_, split + 1);
    std::size_t best = 0;
    Fraction least;
    while (low > 0 || high < end) {
      const bool lower = high == end || (low > 0 && !(bound(high, rank) < bound(low, rank)));
      const std::size_t here = lower ? low : high;
      if (best > 0 && least < bound(here, rank)) break;  // and the other side is further still
      const Fraction distance = groups_.mean_distance(sorted_[here - 1], rank);
      // The lower place wins a tie.
      if (best == 0 || distance < least || (!(least < distance) && here < best)) {
        best = here;
        least = distance;
      }
      if (lower) {
        low = follow(left_, here - 1);
      } else {
        high = follow(right_, here + 1);
      }
    }
    if (best == 0) return std::nullopt;
    left_[best] = best - 1;
    right_[best] = best + 1;
    return sorted_[best - 1];
  }

 private:
  Fraction bound(std::size_t place, std::uint32_t rank) const {
    return groups_.mean(sorted_[place - 1]).distance(rank);
  }
  static std::size_t follow(std::vector<std::size_t>& leads, std::size_t place) {
    while (leads[place] != place) {
      leads[place] = leads[leads[place]];
      place = leads[place];
    }
    return place;
  }

  const GrowingGroups& groups_;
  std::vector<std::uint32_t> sorted_;
  std::vector<std::size_t> left_, right_;
};

// Way 2: the next record of each of q colours, fullest first, with q as large as
// there is room for; empty when no record is left. Ties by the order of `left`.
std::vector<GroupRooms::Item> next_bundle(const GroupRooms& rooms,
                                          std::span<const std::span<const Record>> left) {
  std::vector<std::size_t> fullest(left.size());
  std::iota(fullest.begin(), fullest.end(), std::size_t{0});
  std::erase_if(fullest, [&](std::size_t c) { return left[c].empty(); });
  std::stable_sort(fullest.begin(), fullest.end(),
                   [&](std::size_t a, std::size_t b) { return left[a].size() > left[b].size(); });
  std::vector<GroupRooms::Item> bundle;
  for (std::size_t q = fullest.size(); q > 0; --q) {
    bundle.clear();
    for (const std::size_t c : fullest) {
      if (bundle.size() < q && rooms.enough(c, q)) bundle.push_back({c, left[c].front()});
    }
    if (bundle.size() == q) return bundle;
  }
  assert(fullest.empty());  // by the proof in the header
  return {};
}

}  // namespace

Groups place_gda_left_overs(std::span<const Code> values, std::span<const std::uint32_t> ranks,
                            std::span<const Record> members, std::uint32_t l,
                            std::span<const LeftOverColour> colours, Progress& progress) {
  std::vector<Code> counted;
  for (const LeftOverColour& colour : colours) counted.push_back(colour.value);
  GrowingGroups groups(values, ranks, members, l, counted);
  std::vector<std::span<const Record>> left;  // colour -> records that way 1 cannot place
  bool all = true;
  for (std::size_t c = 0; c < colours.size(); ++c) {
    Compatible compatible(groups, c);
    std::size_t placed = 0;
    for (const Record record : colours[c].records) {
      progress.check();
      const auto group = compatible.take_nearest(ranks[record]);
      if (!group) break;
      groups.take(*group, record, c);
      ++placed;
    }
    left.push_back(colours[c].records.subspan(placed));
    all = all && left.back().empty();
  }
  if (all) return groups.groups();

  GroupRooms rooms(groups, l, colours.size());
  for (;;) {
    progress.check();
    const std::vector<GroupRooms::Item> bundle = next_bundle(rooms, left);
    if (bundle.empty()) return groups.groups();
    rooms.place(bundle, ranks[bundle.front().record]);
    for (const GroupRooms::Item& item : bundle) left[item.colour] = left[item.colour].subspan(1);
  }
}

}  // namespace overt
