#include "overt/policy/safety.h"

#include <algorithm>
#include <numeric>

namespace overt {
namespace {

// How often each tag of the set occurs, in any order.
std::vector<std::uint64_t> tag_counts(std::span<const State> set, const StateTraits& traits) {
  std::vector<std::uint32_t> tags;
  for (const State x : set) tags.push_back(traits.tags[x]);
  std::sort(tags.begin(), tags.end());
  std::vector<std::uint64_t> counts;
  for (std::size_t i = 0; i < tags.size(); ++i) {
    if (i == 0 || tags[i] != tags[i - 1]) counts.push_back(0);
    ++counts.back();
  }
  return counts;
}

bool passes(std::span<const State> set, const PredicateSpec& predicate, const StateTraits& traits) {
  switch (predicate.name) {
    case PredicateName::at_least:
      return set.size() >= predicate.count;
    case PredicateName::distinct_tags:
      return tag_counts(set, traits).size() >= predicate.count;
    case PredicateName::total_weight: {
      Integer sum = 0;
      for (const State x : set) sum += traits.weights[x];
      return Rational(sum) >= predicate.bound * traits.scale;
    }
    default: {
      const std::vector<std::uint64_t> counts = tag_counts(set, traits);
      return share(*std::max_element(counts.begin(), counts.end()), set.size()) <= predicate.bound;
    }
  }
}

}  // namespace

Safety check_safety(const Schemas& schemas, const DisclosureFunction& function,
                    const PredicateSpec& predicate, const StateTraits& traits) {
  Safety result;
  result.set_sizes.resize(function.size());
  // The states of each schema, then of each block in it.
  std::vector<std::vector<State>> with_schema(schemas.size());
  for (State x = 0; x < function.size(); ++x) with_schema.at(function[x]).push_back(x);
  std::vector<std::uint32_t> place, start;
  std::vector<State> by_block;
  for (std::size_t i = 0; i < schemas.size(); ++i) {
    if (with_schema[i].empty()) continue;
    start.assign(schemas[i].blocks + 1, 0);
    for (const State x : with_schema[i]) ++start.at(schemas[i].block_of[x] + 1);
    std::partial_sum(start.begin(), start.end(), start.begin());
    place = start;
    by_block.resize(with_schema[i].size());
    for (const State x : with_schema[i]) by_block[place[schemas[i].block_of[x]]++] = x;
    for (std::size_t b = 0; b + 1 < start.size(); ++b) {
      const std::span<const State> set(by_block.data() + start[b], by_block.data() + start[b + 1]);
      if (set.empty()) continue;
      ++result.sets;
      for (const State x : set) result.set_sizes[x] = static_cast<std::uint32_t>(set.size());
      if (passes(set, predicate, traits)) continue;
      result.unsafe = std::min(result.unsafe.value_or(set.front()), set.front());
    }
  }
  return result;
}

}  // namespace overt
