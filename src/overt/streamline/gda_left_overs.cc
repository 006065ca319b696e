#include "overt/streamline/gda_left_overs.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <vector>

#include "overt/streamline/group_rooms.h"
#include "overt/streamline/growing_groups.h"
#include "overt/streamline/nearest_compatible.h"

namespace overt {
namespace {

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
    NearestCompatible compatible(groups, c);
    std::size_t placed = 0;
    for (const Record record : colours[c].records) {
      progress.check();
      const auto group = compatible.take(ranks[record]);
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
