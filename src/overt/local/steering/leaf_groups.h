#pragma once

// Into how many groups a node is dealt. Small groups of unlike people are a puzzle for somebody who
// has a model of how values go with public columns: four people and four values have few solutions
// that are likely (docs/concepts/learning.md). Larger groups of the same people leave more of them,
// and groups of people who are alike give nothing to solve.
//
//   dealt   as many groups as the caps allow
//   even    as many as leave the best guesses of the model, which is public, as uncertain as if
//           odds of `background` were all that somebody knows: at most R / (R + l - 1) on average
//   whole   one
//
//   l = 4, R = 2   ->   .4; four nurses, drivers, clerks and cooks, whom the model tells apart with
//   .6: not in groups of 4; in groups of 12, with three of each or others beside them, perhaps
//
// Where even the whole node does not keep to that, since the model is as sure of everybody without
// any groups, groups may be as small as leaves it about as uncertain.
//
// It decides what an adversary learns beyond the promise, never the promise.
//
// Cost: O(records of some groups * values).

#include <cstdint>

#include "overt/local/caps.h"
#include "overt/local/steering/forecast.h"

namespace overt {

enum class Leaves { even, dealt, whole };

struct LeafOptions {
  Leaves leaves = Leaves::even;
  std::uint32_t smallest = 1;  // records of a group, at least
  double background = 2.5;     // R
};

// How sure the model is, on average, of its best guess for a record of the node of `forecast`, if
// that is dealt into `groups` groups: 1 / l for equal people in groups of l.
// `values`: the multiset that is dealt, of the node or of a part that is drawn from it.
double certainty_in_groups(const Forecast& forecast, const ValueModel& model,
                           const Multiset& values, std::uint32_t groups);

class LeafGroups {
 public:
  // Keeps references.
  LeafGroups(const ValueModel& model, const Caps& caps, const LeafOptions& options);

  // At least 1; groups keep the caps.
  std::uint32_t number(const Forecast& forecast, const Multiset& values) const;
  // Whether the model stays uncertain enough in so many groups.
  bool even(const Forecast& forecast, const Multiset& values, std::uint32_t groups) const;

 private:
  double allowed(const Forecast& forecast, const Multiset& values) const;

  const ValueModel& model_;
  const Caps& caps_;
  LeafOptions options_;
  std::uint32_t l_;  // of the tightest cap
};

}  // namespace overt
