#include "overt/local/split_case.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <tuple>

#include "overt/local/exact_stop.h"

namespace overt {
namespace {

// By cap, then by count.
bool closer(const CappedCount& a, const CappedCount& b) {
  return std::tuple(a.cap.above, a.cap.below, a.count) <
         std::tuple(b.cap.above, b.cap.below, b.count);
}

// Keeps the first and the last of each run of one cap.
void keep_ends(std::vector<CappedCount>& values) {
  std::sort(values.begin(), values.end(), closer);
  std::vector<CappedCount> kept;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const bool starts = i == 0 || values[i - 1].cap != values[i].cap;
    const bool ends = i + 1 == values.size() || values[i + 1].cap != values[i].cap;
    if (starts || ends) kept.push_back(values[i]);
  }
  values = std::move(kept);
}

// The whole node, then every set before what it contains.
std::vector<NestedCount> nest_of(const Multiset& values, const Caps& caps, const Multiset& sets) {
  std::vector<NestedCount> nest = {{{size_of(values), {1, 1}}, 0, true}};
  std::map<std::uint32_t, std::uint32_t> place;  // of a set
  for (const CodeCount& own : values) {
    std::uint32_t around = 0;
    for (const std::uint32_t set : caps.sets_of(own.value)) {
      const auto next = static_cast<std::uint32_t>(nest.size());
      const auto [found, is_new] = place.emplace(set, next);
      if (is_new) {
        const auto count = std::lower_bound(
            sets.begin(), sets.end(), set,
            [](const CodeCount& one, std::uint32_t number) { return one.value < number; });
        nest.push_back({{count->count, caps.of_set(set)}, around, true});
      }
      around = found->second;
    }
    nest.push_back({{own.count, caps[own.value]}, around, false});
  }
  return nest;
}

// What can make the cut fail: a value (`is_value`) or a set.
struct Failing {
  Code number;
  bool is_value;
  bool operator<(const Failing& other) const {
    return std::tuple(number, is_value) < std::tuple(other.number, other.is_value);
  }
};

std::vector<std::vector<CappedCount>> chains_of(const Multiset& values, const Caps& caps,
                                                const Multiset& sets, const SplitCase& split) {
  std::map<Code, CappedCount> heavy;  // sets
  for (const CodeCount& own : sets) {
    const CappedCount set{own.count, caps.of_set(own.value)};
    if (split.is_heavy(set)) heavy.emplace(own.value, set);
  }
  std::map<std::vector<Failing>, std::vector<CappedCount>> chains;
  for (const CodeCount& own : values) {
    std::vector<Failing> which;
    std::vector<CappedCount> chain;
    for (const std::uint32_t set : caps.sets_of(own.value)) {
      const auto found = heavy.find(set);
      if (found == heavy.end()) continue;
      which.push_back({set, false});
      chain.push_back(found->second);
    }
    const CappedCount value{own.count, caps[own.value]};
    if (split.is_heavy(value)) {
      which.push_back({own.value, true});
      chain.push_back(value);
    }
    if (!chain.empty()) chains.emplace(std::move(which), std::move(chain));
  }
  std::vector<std::vector<CappedCount>> result;
  for (auto& [which, chain] : chains) result.push_back(std::move(chain));
  return result;
}

}  // namespace

std::vector<CappedCount> bound_counts(const Multiset& values, const Caps& caps) {
  std::vector<CappedCount> result;
  for (const CodeCount& own : values) {
    if (caps[own.value].binds()) result.push_back({own.count, caps[own.value]});
  }
  if (!caps.has_sets()) return result;
  for (const CodeCount& own : caps.counts_of_sets(values)) {
    result.push_back({own.count, caps.of_set(own.value)});
  }
  return result;
}

SplitCase make_split_case(const Multiset& values, const Caps& caps, std::uint64_t first,
                          std::uint64_t second) {
  SplitCase result{.first = first, .second = second, .heavy = {}, .ends = {}};
  for (const CodeCount& own : values) {
    const CappedCount value{own.count, caps[own.value]};
    assert(own.count > 0 && own.count <= value.cap.most(result.records()));
    if (result.is_heavy(value)) {
      result.heavy.push_back(value);
    } else {
      result.ends.push_back(value);
      result.rest += own.count;
    }
  }
  std::sort(result.heavy.begin(), result.heavy.end(),
            [](const CappedCount& a, const CappedCount& b) {
              return a.count != b.count ? a.count > b.count : closer(a, b);
            });
  keep_ends(result.ends);
  if (caps.has_sets()) {
    const Multiset sets = caps.counts_of_sets(values);
    for (const CodeCount& own : sets) result.sets.push_back({own.count, caps.of_set(own.value)});
    if (caps.nested() && result.records() <= kExactRecords) {
      result.nest = nest_of(values, caps, sets);
    }
    result.chains = chains_of(values, caps, sets, result);
  }
  return result;
}

SplitCase make_split_case(std::span<const std::uint32_t> counts, std::uint64_t first,
                          std::uint64_t second, std::uint32_t l) {
  Multiset values;
  for (const std::uint32_t count : counts) {
    values.push_back({static_cast<Code>(values.size()), count});
  }
  return make_split_case(values, Caps::one_in(l), first, second);
}

}  // namespace overt
