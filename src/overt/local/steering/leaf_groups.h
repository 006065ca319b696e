#pragma once

// Into how many groups a node is dealt. Small groups of unlike people are a puzzle for somebody who
// has a model of how values go with public columns: four people and four values have few solutions
// that are likely (docs/concepts/learning.md). Larger groups of the same people leave more of them,
// and groups of people who are alike give nothing to solve.
//
//   dealt   as many groups as the caps allow
//   even    as many as cost least: what a group shows of the columns, k records anywhere in a node
//           about (k - 1) / (k + 1) of its width, and beside it, at a price, how much surer the
//           model, which is public, is in such groups than in the whole node
//   whole   one
//
//   a node as wide as .3 of the table, l = 4, price 1: groups of 4 show .18 of it, groups of 12
//   .25. The model's best guess is right with .50 in groups of 4, .40 in groups of 12, .30 in the
//   whole: .18 + .20 against .25 + .10, and groups of 12 it is
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
  double price = 1.0 / 3;      // of the model's certainty, in certainty penalty, times l - 1
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

  // At least 1; groups keep the caps. `width`: of the node, the mean of its columns, 0..1.
  std::uint32_t number(const Forecast& forecast, const Multiset& values, double width) const;

 private:
  const ValueModel& model_;
  const Caps& caps_;
  LeafOptions options_;
  std::uint32_t l_;  // of the tightest cap
};

}  // namespace overt
