#pragma once

// Random small problems for the tests of strategies: sequences of generalizations
// that overlap, are nested, or use one of them twice.

#include <algorithm>
#include <map>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "overt/base/random.h"
#include "overt/privacy/property.h"
#include "overt/strategy/strategy.h"
#include "overt/table/column.h"
#include "overt/table/groups.h"

namespace overt {

inline Groups groups_from(const std::vector<std::uint32_t>& group_of) {
  std::map<std::uint32_t, std::vector<Record>> members;
  for (Record r = 0; r < group_of.size(); ++r) members[group_of[r]].push_back(r);
  Groups groups;
  for (const auto& [group, records] : members) groups.add(records);
  return groups;
}

inline Groups random_partition(std::uint32_t records, RandomSource& coins) {
  const std::uint32_t groups = 1 + coins.below(std::max(1U, records / 2));
  std::vector<std::uint32_t> group_of;
  for (std::uint32_t r = 0; r < records; ++r) group_of.push_back(coins.below(groups));
  return groups_from(group_of);
}

// Groups of the one before joined at random.
inline Groups coarsened(const Groups& fine, RandomSource& coins) {
  std::vector<std::uint32_t> group_of(fine.records());
  const auto groups = static_cast<std::uint32_t>(std::max<std::size_t>(1, fine.size() - 1));
  for (std::size_t g = 0; g < fine.size(); ++g) {
    const std::uint32_t to = coins.below(groups);
    for (const Record record : fine[g]) group_of[record] = to;
  }
  return groups_from(group_of);
}

enum class SequenceKind { overlapping, nested, reused };

inline std::vector<Groups> random_sequence(std::uint32_t records, std::size_t steps,
                                           SequenceKind kind, RandomSource& coins) {
  std::vector<Groups> sequence = {random_partition(records, coins)};
  while (sequence.size() < steps) {
    if (kind == SequenceKind::overlapping) {
      sequence.push_back(random_partition(records, coins));
    } else if (kind == SequenceKind::nested) {
      sequence.push_back(coarsened(sequence.back(), coins));
    } else if (sequence.size() > 1 && coins.below(2) == 0) {
      sequence.push_back(sequence[coins.below(static_cast<std::uint32_t>(sequence.size()))]);
    } else {
      sequence.push_back(random_partition(records, coins));
    }
  }
  return sequence;
}

inline std::vector<Groups> random_sequence(std::uint32_t records, std::size_t steps,
                                           RandomSource& coins) {
  const auto kind = static_cast<SequenceKind>(coins.below(3));
  return random_sequence(records, steps, kind, coins);
}

// Runs of 2 to 4 neighbours (5 at the end), as in the papers' examples: no group is too
// small for the step ever to hold, so that steps have to do with each other.
inline Groups random_runs(std::uint32_t records, RandomSource& coins) {
  std::vector<std::uint32_t> group_of;
  for (std::uint32_t group = 0; group_of.size() < records; ++group) {
    if (group > 0 && records - group_of.size() == 1) --group;  // one record more for the last
    group_of.insert(group_of.end(), 2 + coins.below(3), group);
  }
  group_of.resize(records);
  return groups_from(group_of);
}

// Steps of such runs, one in four the same as an earlier one.
inline std::vector<Groups> random_runs_sequence(std::uint32_t records, std::size_t steps,
                                                RandomSource& coins) {
  std::vector<Groups> sequence = {random_runs(records, coins)};
  while (sequence.size() < steps) {
    sequence.push_back(coins.below(4) == 0
                           ? sequence[coins.below(static_cast<std::uint32_t>(sequence.size()))]
                           : random_runs(records, coins));
  }
  return sequence;
}

// Every group of the last step cut into at most two, and those again: finest first.
inline std::vector<Groups> nested_sequence(std::uint32_t records, std::size_t steps,
                                           RandomSource& coins) {
  std::vector<Groups> sequence;
  std::vector<std::uint32_t> group_of;
  const std::uint32_t groups = 1 + coins.below(3);
  for (std::uint32_t r = 0; r < records; ++r) group_of.push_back(coins.below(groups));
  for (std::size_t step = 0; step < steps; ++step) {
    sequence.insert(sequence.begin(), groups_from(group_of));
    for (std::uint32_t& group : group_of) group = 2 * group + (coins.below(3) == 0 ? 0 : 1);
  }
  return sequence;
}

// Sorted, and every value below `values` occurs.
inline std::vector<Code> random_multiset(std::uint32_t records, Code values, RandomSource& coins) {
  std::vector<Code> result;
  for (Code v = 0; v < values; ++v) result.push_back(v);
  while (result.size() < records) result.push_back(coins.below(values));
  std::sort(result.begin(), result.end());
  return result;
}

inline std::vector<PropertySpec> property_specs() {
  std::vector<PropertySpec> specs(7);
  specs[0].name = specs[1].name = specs[2].name = "highest_ratio";
  specs[0].max = Rational(1, 2);
  specs[1].below = Rational(2, 3);
  specs[2].max = Rational(1, 3);
  specs[3].name = "distinct_diversity";
  specs[3].l = 2;
  specs[4].name = "entropy_diversity";
  specs[4].l = 2;
  specs[5].name = "recursive_diversity";
  specs[5].l = 2;
  specs[5].c = Rational(3, 2);
  specs[6].name = "t_closeness";
  specs[6].t = Rational(1, 4);
  return specs;
}

inline std::unique_ptr<Property> property_for(const PropertySpec& spec,
                                              const std::vector<Code>& multiset, Code values) {
  std::vector<std::uint64_t> overall(values, 0);
  for (const Code v : multiset) ++overall[v];
  return make_property(spec, overall);
}

}  // namespace overt
