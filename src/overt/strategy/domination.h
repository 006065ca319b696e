#pragma once

// A proof that works on large tables. Whatever the strategy (safe, exclusive, k_jump), a
// table for which no earlier step could have been released walks on to step i, so
//
//   ds_i  contains  { t' in per_i : for every j < i some group of g_j fails }.
//
// With eps an upper bound on the share of per_i for which some earlier permutation set
// holds, ds_i has at least a share 1 - eps of per_i, and no record has a value with more
// than 1/(1-eps) times the share that its group shows. Where that is still below the
// threshold, the verdict is `holds`, proven without counting anything. Other properties
// say themselves whether they hold whatever share eps of the tables is ruled out
// (Property::holds_without).
//
// If no earlier step can hold, which is what most steps of a lattice are like, eps is 0
// and ds_i = per_i: then the view decides, whatever the property. A step can never hold
//   - if a group of it fails whatever values it has of those that its records can have,
//     from how many records it shares with which groups of g_i (Property::can_pass);
//   - if a value is too frequent: its records fill more than the caps of all groups.
//
// Otherwise eps <= sum over j of P(all groups of g_j are good). For one j, take the
// components of records that groups of g_i and g_j link; they are independent. In each,
// all groups are good at most as often as one of them holds at most its cap of one value,
// the best such bound (tails.h).
//
// A group that shows exactly the threshold d is beyond such a bound. In a sequence where
// each step refines the next it passes all the same: what is ruled out is made of whole
// permutation sets of earlier steps that hold, or of differences of such sets; in each
// of them all parts of the group have at most d, hence exactly d, and so has every
// record of it.
//
// It says nothing where an earlier step holds often. Cost: O(N) a step and the tails.

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "overt/base/progress.h"
#include "overt/counting/tails.h"
#include "overt/counting/view.h"
#include "overt/privacy/property.h"
#include "overt/strategy/sequence.h"

namespace overt {

class Domination {
 public:
  // Keeps references.
  Domination(const Sequence& sequence, const Property& property, Code values,
             Progress& progress = unwatched());

  // eps: at least the share of per_step for which some earlier permutation set holds.
  double ruled_out(std::size_t step, const View& view) const;
  // Whether ds of the step is proven to keep the property, given such a bound.
  // REQUIRES: the view keeps it.
  bool holds(std::size_t step, const View& view, double eps) const;

  // At least the share of per_step for which the permutation set of `earlier` holds.
  double earlier_holds(std::size_t step, const View& view, std::size_t earlier) const;

 private:
  bool some_size_fails(const Groups& groups, const View& view) const;
  std::uint64_t cap(std::uint64_t size, Code value) const;

  const Sequence& sequence_;
  const Property& property_;
  Code values_;
  Progress& progress_;
  Tails tails_;
  mutable std::map<std::pair<std::uint64_t, Code>, std::uint64_t> caps_;  // those asked for
  std::vector<bool> nested_;  // step -> every step up to it refines the next
};

}  // namespace overt
