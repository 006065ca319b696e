#include "overt/streamline/gda.h"

#include <algorithm>
#include <cassert>
#include <utility>
#include <vector>

#include "overt/streamline/colour_queue.h"
#include "overt/streamline/colours.h"
#include "overt/streamline/gda_left_overs.h"

namespace overt {
namespace {

constexpr std::size_t kGroupsBetweenChecks = 1 << 13;  // groups between two looks at progress

// The records of each colour by rank; equal ranks in secret uniform order.
Colours ranked_colours(std::span<const Code> values, Code domain,
                       std::span<const std::uint32_t> ranks, RandomSource& coins,
                       Progress& progress) {
  Colours colours = colours_of(values, domain);
  std::vector<std::uint64_t> keys;
  for (Code c = 0; c < domain; ++c) {
    progress.check();
    const std::span<Record> records = colours.of(c);
    keys.resize(records.size());
    for (std::size_t i = 0; i < keys.size(); ++i) {
      keys[i] = std::uint64_t{ranks[records[i]]} << 32 | records[i];
    }
    std::sort(keys.begin(), keys.end());
    for (std::size_t i = 0; i < keys.size(); ++i) records[i] = static_cast<Record>(keys[i]);
    for (std::size_t from = 0, to = 0; from < keys.size(); from = to) {
      while (to < keys.size() && keys[to] >> 32 == keys[from] >> 32) ++to;
      shuffle(records.subspan(from, to - from), coins);
    }
  }
  return colours;
}

// The colours that have records left, each with the rank of its next one.
class NextRanks {
 public:
  NextRanks(const Colours& colours, std::span<const std::uint32_t> ranks)
      : colours_(colours), ranks_(ranks), place_(colours.counts.size()) {
    for (Code c = 0; c < colours.counts.size(); ++c) {
      if (colours.counts[c] == 0) continue;
      place_[c] = next_.size();
      next_.push_back({ranks[colours.records[colours.next[c]]], c});
    }
  }

  // The next record of a colour gets its group: `left` remain.
  void took(Code colour, std::uint32_t left) {
    const std::size_t here = place_[colour];
    if (left > 0) {
      next_[here].rank = ranks_[colours_.records[colours_.next[colour]]];
      return;
    }
    next_[here] = next_.back();
    place_[next_[here].colour] = here;
    next_.pop_back();
  }

  // The colours other than `served` nearest to `rank`, nearest first, into
  // `nearest`; ties by the order of values. O(colours).
  void find(std::uint32_t rank, Code served, std::span<Code> nearest) {
    keys_.clear();
    for (const Next& next : next_) {
      if (next.colour == served) continue;
      const std::uint32_t distance = next.rank > rank ? next.rank - rank : rank - next.rank;
      keys_.push_back(std::uint64_t{distance} << 32 | next.colour);
    }
    const auto end = keys_.begin() + static_cast<std::ptrdiff_t>(nearest.size());
    if (end != keys_.end()) std::nth_element(keys_.begin(), end - 1, keys_.end());
    std::sort(keys_.begin(), end);
    for (std::size_t i = 0; i < nearest.size(); ++i) nearest[i] = static_cast<Code>(keys_[i]);
  }

 private:
  struct Next {
    std::uint32_t rank;
    Code colour;
  };
  const Colours& colours_;
  std::span<const std::uint32_t> ranks_;
  std::vector<Next> next_;
  std::vector<std::size_t> place_;  // colour -> place in next_
  std::vector<std::uint64_t> keys_;
};

}  // namespace

FamilySet gda(std::span<const Code> values, Code domain, std::span<const std::uint32_t> ranks,
              std::uint32_t l, RandomSource& coins, Progress& progress) {
  assert(l >= 2 && ranks.size() == values.size());
  // [1] The records of each colour by weighted rank.
  Colours colours = ranked_colours(values, domain, ranks, coins, progress);
  // [2] Colours by how many records they have left, fullest first.
  ColourQueue queue(colours.counts);
  NextRanks next(colours, ranks);
  std::vector<Record> members;  // groups of exactly l, one after the other
  members.reserve(values.size());
  std::vector<Code> picks(l);

  // [3] While at least l colours have records left, serve the fullest one.
  while (queue.size() >= l) {
    const Code served = queue[0];
    picks[0] = served;
    // [4] Each of its records, by rank, forms a group with the next record of
    // each of the l-1 other colours where that one is nearest.
    while (queue.left(served) > 0 && queue.size() >= l) {
      if (members.size() / l % kGroupsBetweenChecks == 0) progress.advance(members.size());
      const std::uint32_t rank = ranks[colours.records[colours.next[served]]];
      next.find(rank, served, std::span(picks).subspan(1));
      for (const Code colour : picks) {
        members.push_back(colours.records[colours.next[colour]++]);
        queue.take(colour);
        next.took(colour, queue.left(colour));
      }
    }
  }
  // [5] Left-over records join the compatible group at least mean distance.
  std::vector<LeftOverColour> left_overs;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const Code colour = queue[i];
    left_overs.push_back(
        {colour, std::span(colours.records).subspan(colours.next[colour], queue.left(colour))});
  }
  if (left_overs.empty()) return FamilySet(Groups::of_equal_size(std::move(members), l));
  return FamilySet(place_gda_left_overs(values, ranks, members, l, left_overs, progress));
}

}  // namespace overt
