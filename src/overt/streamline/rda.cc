#include "overt/streamline/rda.h"

#include <cassert>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

#include "overt/streamline/colour_queue.h"
#include "overt/streamline/colours.h"

namespace overt {
namespace {

constexpr std::size_t kCheckEvery = 1 << 15;  // groups between two looks at progress

// A record that found no group of its own, and the group that it joins.
struct LeftOver {
  Record record;
  std::size_t group;
};

// Gives each left-over record, fullest colour first, its group. One pass over
// the groups per left-over; there are fewer than l of them, so O(N) in all.
std::vector<LeftOver> place_left_overs(std::span<const Code> values,
                                       std::span<const Record> members, std::uint32_t l,
                                       Colours& colours, ColourQueue& queue, RandomSource& coins) {
  const std::size_t groups = members.size() / l;
  std::vector<std::uint32_t> joined(groups, 0);
  std::vector<LeftOver> result;
  std::vector<std::vector<bool>> holds;  // left-over colour -> group -> has it
  std::vector<std::size_t> index(colours.counts.size(), std::numeric_limits<std::size_t>::max());
  for (std::size_t i = 0; i < queue.size(); ++i) {
    index[queue[i]] = i;
    holds.emplace_back(groups, false);
  }
  for (std::size_t m = 0; m < members.size() && !holds.empty(); ++m) {
    const std::size_t i = index[values[members[m]]];
    if (i < holds.size()) holds[i][m / l] = true;
  }
  while (queue.size() > 0) {
    const Code colour = queue[0];
    std::vector<bool>& taken = holds[index[colour]];
    std::uint32_t smallest = std::numeric_limits<std::uint32_t>::max();
    std::uint32_t choices = 0;
    for (std::size_t g = 0; g < groups; ++g) {
      if (taken[g] || joined[g] > smallest) continue;
      choices = joined[g] < smallest ? 1 : choices + 1;
      smallest = joined[g];
    }
    if (choices == 0) throw std::logic_error("rda: a left-over record has no compatible group");
    std::uint32_t pick = coins.below(choices);
    std::size_t group = 0;
    while (taken[group] || joined[group] != smallest || pick-- > 0) ++group;
    taken[group] = true;
    ++joined[group];
    result.push_back({colours.records[colours.next[colour]++], group});
    queue.take(colour);
  }
  return result;
}

Groups assemble(std::span<const Record> members, std::uint32_t l,
                const std::vector<LeftOver>& left_overs) {
  Groups groups;
  const std::size_t count = members.size() / l;
  groups.offsets.reserve(count + 1);
  groups.members.reserve(members.size() + left_overs.size());
  std::vector<std::vector<Record>> extra;
  std::vector<std::uint32_t> extra_of(left_overs.empty() ? 0 : count, 0);  // 0: none
  for (const LeftOver& left : left_overs) {
    if (extra_of[left.group] == 0) {
      extra.emplace_back();
      extra_of[left.group] = static_cast<std::uint32_t>(extra.size());
    }
    extra[extra_of[left.group] - 1].push_back(left.record);
  }
  for (std::size_t g = 0; g < count; ++g) {
    const auto group = members.subspan(g * l, l);
    groups.members.insert(groups.members.end(), group.begin(), group.end());
    if (!extra_of.empty() && extra_of[g] > 0) {
      const std::vector<Record>& more = extra[extra_of[g] - 1];
      groups.members.insert(groups.members.end(), more.begin(), more.end());
    }
    groups.offsets.push_back(static_cast<std::uint32_t>(groups.members.size()));
  }
  return groups;
}

}  // namespace

FamilySet rda(std::span<const Code> values, Code domain, std::uint32_t l, RandomSource& coins,
              Progress& progress) {
  assert(l >= 2);
  // [1] The records of each colour, in secret uniform order.
  Colours colours = shuffled_colours(values, domain, coins, progress);
  // [2] Colours by how many records they have left, fullest first.
  ColourQueue queue(colours.counts);
  std::vector<Record> members;  // groups of exactly l, one after the other
  members.reserve(values.size());
  std::vector<Code> picks(l);

  // [3] While at least l colours have records left, serve the fullest one.
  while (queue.size() >= l) {
    const Code served = queue[0];
    // [4] Each of its records forms a group with one record of each of the l-1
    // fullest other colours.
    while (queue.left(served) > 0 && queue.size() >= l) {
      if (members.size() / l % kCheckEvery == 0) progress.advance(members.size());
      picks[0] = served;
      for (std::size_t place = 0, chosen = 1; chosen < l; ++place) {
        if (queue[place] != served) picks[chosen++] = queue[place];
      }
      for (const Code colour : picks) {
        members.push_back(colours.records[colours.next[colour]++]);
        queue.take(colour);
      }
    }
  }
  // [5] Each left-over record joins one of the smallest groups without its
  // value, each equally likely.
  const auto left_overs = place_left_overs(values, members, l, colours, queue, coins);
  if (left_overs.empty()) return FamilySet(Groups::of_equal_size(std::move(members), l));
  return FamilySet(assemble(members, l, left_overs));
}

}  // namespace overt
