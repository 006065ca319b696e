#pragma once

// Exact verdicts on nested sequences of any length, for disclosure sets that rule out
// exactly the tables for which an earlier permutation set holds (exclusive always; the
// others where they do): step i-1 cuts every group of step i into at most two parts, and
// all earlier steps refine step i-1.
//
// Under highest_ratio a coarser group of good groups is good. So of all earlier steps
// only i-1 counts: ds_i is per_i without the tables for which all its parts are good.
// Groups of g_i are independent; let Q be the probability that all parts are good, the
// product over the groups, and c the chance of a record to have a value if the parts
// of its own group are (two_parts.h). If its group shows the share s, then in ds_i
//
//   P(value) = (s - Q c) / (1 - Q),    which is at most d exactly if  d - s >= Q (d - c).
//
// A share of exactly d passes: parts with at most d each have exactly d, so c = d.
//
// Cost: O(records * values * size of a group), nothing is enumerated.

#include "overt/base/progress.h"
#include "overt/counting/two_parts.h"
#include "overt/counting/view.h"
#include "overt/privacy/property.h"
#include "overt/strategy/sequence.h"

namespace overt {

class Nested {
 public:
  // Keeps references.
  Nested(const Sequence& sequence, const Property& property, Progress& progress = unwatched());

  // Whether verdict() can be asked of the step: the sequence is nested there, and the
  // property is a largest share.
  bool applies(std::size_t step) const { return applies_[step]; }

  // The verdict on { t' in per_step : for every earlier step some group fails }.
  // REQUIRES: applies(step), the view keeps the property.
  Verdict verdict(std::size_t step, const View& view) const;

  // At least Q, the share of per_step for which some earlier permutation set holds.
  // REQUIRES: as above.
  double ruled_out(std::size_t step, const View& view) const;

 private:
  // The groups of a step, cut by the one before.
  struct Cuts {
    std::vector<std::vector<std::uint32_t>> parts;  // sizes
    std::vector<TwoParts> cut;                      // of groups with parts that can fail
    Interval all;                                   // Q
    bool never = false;                             // Q = 0 exactly
    bool always = false;                            // Q = 1 exactly
  };
  Cuts cuts(std::size_t step, const View& view) const;

  const Sequence& sequence_;
  const Property& property_;
  Progress& progress_;
  std::vector<bool> applies_;
};

}  // namespace overt
