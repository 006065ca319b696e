#include "overt/local/slack_stop.h"

#include <algorithm>
#include <array>
#include <map>

#include "overt/counting/point_bound.h"
#include "overt/local/swap_veil.h"

namespace overt {
namespace {

// A value, or a set of values, in a deal: no group has more than `most` records with it.
struct Dealt {
  std::uint64_t count;
  std::uint64_t most;
  Cap cap;
};

// How a node is dealt.
struct Deal {
  std::array<std::uint64_t, 2> parts;  // records of the two parts of the cut that is tested
  std::uint32_t groups;
  std::uint64_t smallest;  // records of a group; none has more than one more
  bool even;               // of everything no group has two more than another

  Dealt of(std::uint64_t count, const Cap& cap) const {
    const std::uint64_t most =
        even ? (count + groups - 1) / groups : std::min(count, cap.most(smallest));
    return {count, most, cap};
  }

  // At least the probability that `part` has exactly one record too many of it, given that one of
  // its records, which has it, was swapped with one of the other part, which has not.
  double one_too_many(const Dealt& own, std::size_t part) const {
    const std::uint64_t size = parts[part];
    const std::uint64_t cap = own.cap.most(size);
    if (!own.cap.binds() || own.count <= cap) return 0;
    // Of the other records of a group, without one that has it, and without one that has not.
    double share = static_cast<double>(own.most) / static_cast<double>(smallest);
    for (const std::uint64_t records : {smallest, smallest + 1}) {
      if (records <= 2) continue;
      share = std::max(share, static_cast<double>(own.most - 1) / static_cast<double>(records - 2));
    }
    const double mean = static_cast<double>(size - 1) * std::min(1.0, share) * (1 + 1e-12);
    return point_bound(std::min(own.count, size) - 1, mean, cap);
  }
};

}  // namespace

double slack_stop(const Multiset& values, const Caps& caps, std::uint64_t first,
                  std::uint64_t second, std::uint32_t groups) {
  const Deal deal{{first, second}, groups, (first + second) / groups, groups == 1 || caps.nested()};
  std::map<std::uint32_t, Dealt> sets;
  if (caps.has_sets()) {
    for (const CodeCount& own : caps.counts_of_sets(values)) {
      sets.emplace(own.value, deal.of(own.count, caps.of_set(own.value)));
    }
  }
  SwapDifference difference;
  for (const CodeCount& own : values) {
    std::array<double, 2> chances = {0, 0};
    const auto add = [&](const Dealt& one) {
      for (std::size_t part = 0; part < 2; ++part) chances[part] += deal.one_too_many(one, part);
    };
    add(deal.of(own.count, caps[own.value]));
    for (const std::uint32_t set : caps.sets_of(own.value)) add(sets.at(set));
    difference.add(chances[0], chances[1]);
  }
  if (difference.most() == 0) return 0;  // the cut cannot fail
  double pi = 0;
  const auto ask = [&](const Dealt& own) {
    if (!own.cap.binds()) return;
    const bool slack = Wide{own.most} * own.cap.below < Wide{deal.smallest} * own.cap.above;
    const double own_pi =
        slack ? swap_veil(difference.most(), own.most, deal.smallest, own.cap) : 1;
    pi = std::max(pi, own_pi);
  };
  for (const CodeCount& own : values) ask(deal.of(own.count, caps[own.value]));
  for (const auto& [set, own] : sets) ask(own);
  return pi;
}

}  // namespace overt
