#include "overt/local/stages/deal.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <span>
#include <vector>

#include "overt/local/stages/crossing_deal.h"

namespace overt {

bool deal_keeps(const Multiset& values, const Caps& caps, std::uint32_t groups) {
  const std::uint64_t smallest = size_of(values) / groups;
  const auto kept = [&](std::uint64_t count, const Cap& cap) {
    return (count + groups - 1) / groups <= cap.most(smallest);
  };
  if (!std::all_of(values.begin(), values.end(),
                   [&](const CodeCount& own) { return kept(own.count, caps[own.value]); })) {
    return false;
  }
  if (!caps.has_sets()) return true;
  const Multiset sets = caps.counts_of_sets(values);
  return std::all_of(sets.begin(), sets.end(),
                     [&](const CodeCount& own) { return kept(own.count, caps.of_set(own.value)); });
}

bool deals_into(const Multiset& values, const Caps& caps, std::uint32_t groups) {
  if (!deal_keeps(values, caps, groups)) return false;
  return groups == 1 || caps.nested() || plan_crossing_deal(values, caps, groups, true).has_value();
}

// [1] The largest number of groups in which no value and no set can be above its cap. Of all
// numbers that have the same smallest group only the largest needs a look: more groups of that size
// hold fewer records of a value.
std::uint32_t most_groups(const Multiset& values, const Caps& caps, std::uint32_t smallest) {
  const std::uint64_t records = size_of(values);
  std::uint64_t size = std::max<std::uint64_t>(smallest, records / kMostDealt + 1);
  for (const CodeCount& own : values)
    size = std::max<std::uint64_t>(size, caps[own.value].smallest());
  while (size < records) {
    const auto groups = static_cast<std::uint32_t>(records / size);
    if (groups <= 1) break;
    if (deal_keeps(values, caps, groups)) return groups;
    size = records / groups + 1;
  }
  return 1;
}

// [2] Sorted by value and dealt in rounds: how many of a value each group gets.
BlindPlan plan_deal(const Multiset& values, std::uint32_t groups, RandomSource& coins,
                    std::uint32_t mixed_from) {
  BlindPlan plan{groups, std::vector<std::uint32_t>(size_of(values))};
  std::vector<std::uint32_t> begins;
  std::uint32_t end = 0;
  for (const CodeCount& own : values) {
    begins.push_back(end);
    end += static_cast<std::uint32_t>(own.count);
  }
  std::vector<std::uint32_t> round(groups);  // the groups in the order in which they are dealt to
  std::iota(round.begin(), round.end(), 0U);
  std::vector<std::uint8_t> has(groups, 0);  // the value that is dealt, from its first round
  std::uint32_t next = 0;                    // in the round
  const auto kinds = static_cast<std::uint32_t>(values.size());
  const bool mixed = groups >= mixed_from;
  const std::uint32_t first = mixed ? coins.below(kinds) : 0;
  for (std::uint32_t v = 0; v < kinds; ++v) {
    const std::size_t kind = (first + v) % kinds;
    const auto count = static_cast<std::uint32_t>(values[kind].count);
    const std::span<std::uint32_t> part_of = std::span(plan.part_of).subspan(begins[kind], count);
    const std::uint32_t in_first = std::min(count, groups - next);  // of its first round
    for (std::uint32_t i = 0; i < count; ++i) {
      if (next == groups) {
        next = 0;
        if (mixed) shuffle(std::span(round), coins);
        const std::uint32_t left = count - i;
        if (mixed && i > 0 && left < groups) {  // those who have it come last
          std::stable_partition(round.begin(), round.end(),
                                [&](std::uint32_t g) { return has[g] == 0; });
          shuffle(std::span(round).subspan(left), coins);
        }
      }
      if (i < in_first) has[round[next]] = 1;
      part_of[i] = round[next++];
    }
    for (std::uint32_t i = 0; i < in_first; ++i) has[part_of[i]] = 0;
  }
  return plan;
}

namespace {

// The values in an order in which every set is one block: what shares its larger sets stands
// together. Which of two neighbours comes first is drawn, if `mixed`.
std::vector<std::size_t> by_blocks(const Multiset& values, const Caps& caps, bool mixed,
                                   RandomSource& coins) {
  std::vector<std::size_t> drawn(values.size());
  std::iota(drawn.begin(), drawn.end(), std::size_t{0});
  if (mixed) shuffle(std::span(drawn), coins);
  std::map<std::uint32_t, std::size_t> met;  // when each set is met first in the drawn order
  std::vector<std::vector<std::size_t>> path(values.size());
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    const auto sets = caps.sets_of(values[drawn[i]].value);
    for (const std::uint32_t set : sets)
      path[drawn[i]].push_back(met.emplace(set, i).first->second);
    path[drawn[i]].push_back(i);
  }
  std::sort(drawn.begin(), drawn.end(),
            [&](std::size_t a, std::size_t b) { return path[a] < path[b]; });
  return drawn;
}

// A block of records that lie one behind the other in the deal: of a value or of a set.
struct Block {
  std::uint64_t begin;  // its first record,
  std::uint64_t end;    // and the first one behind it
  std::uint32_t first;  // the place in the round at which it began
};

// The round anew: mixed between the places at which blocks began that go on.
void mix_between(std::vector<std::uint32_t>& round, const std::vector<Block>& around,
                 std::uint64_t dealt, RandomSource& coins) {
  std::vector<std::uint32_t> places = {0, static_cast<std::uint32_t>(round.size())};
  for (const Block& block : around) {
    const bool goes_on = block.begin < dealt && dealt < block.end;
    if (goes_on) places.push_back(block.first);
  }
  std::sort(places.begin(), places.end());
  for (std::size_t i = 0; i + 1 < places.size(); ++i) {
    shuffle(std::span(round).subspan(places[i], places[i + 1] - places[i]), coins);
  }
}

// Dealt block by block. In a new round the groups are mixed, but those to which a block has come
// that goes on stay behind all others: they are not the first to get more of it. Blocks lie in one
// another, so that what stays behind for one stays behind for those around it.
BlindPlan plan_nested_deal(const Multiset& values, const Caps& caps, std::uint32_t groups,
                           RandomSource& coins) {
  const bool mixed = groups >= kMixedFrom;
  const std::vector<std::size_t> order = by_blocks(values, caps, mixed, coins);
  std::vector<std::uint32_t> begins;
  std::uint32_t end = 0;
  for (const CodeCount& own : values) {
    begins.push_back(end);
    end += static_cast<std::uint32_t>(own.count);
  }
  std::map<std::uint32_t, std::uint32_t> in_set;  // records
  for (const CodeCount& own : caps.counts_of_sets(values)) in_set.emplace(own.value, own.count);

  BlindPlan plan{groups, std::vector<std::uint32_t>(end)};
  std::vector<std::uint32_t> round(groups);
  std::iota(round.begin(), round.end(), 0U);
  std::map<std::uint32_t, Block> sets;  // that have begun
  std::uint64_t dealt = 0;
  for (const std::size_t kind : order) {
    const auto count = static_cast<std::uint32_t>(values[kind].count);
    const auto begun = static_cast<std::uint32_t>(dealt % groups);
    std::vector<Block> around;  // larger ones first, the value last
    for (const std::uint32_t set : caps.sets_of(values[kind].value)) {
      around.push_back(
          sets.try_emplace(set, Block{dealt, dealt + in_set[set], begun}).first->second);
    }
    around.push_back({dealt, dealt + count, begun});
    for (std::uint32_t i = 0; i < count; ++i, ++dealt) {
      const auto place = static_cast<std::uint32_t>(dealt % groups);
      if (mixed && place == 0) mix_between(round, around, dealt, coins);
      plan.part_of[begins[kind] + i] = round[place];
    }
  }
  return plan;
}

}  // namespace

// [3] Which of the records with a value go where is drawn when the plan is carried out, by secret
// coins (blind_plan.h): a plan knows no records.
std::optional<BlindPlan> plan_kept_deal(const Multiset& values, const Caps& caps,
                                        std::uint32_t groups, RandomSource& coins) {
  if (!caps.has_sets()) return plan_deal(values, groups, coins);
  if (caps.nested()) return plan_nested_deal(values, caps, groups, coins);
  return plan_crossing_deal(values, caps, groups);
}

}  // namespace overt
