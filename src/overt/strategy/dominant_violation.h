#pragma once

// A proof that a disclosure set breaks the bound, for large tables on which an earlier step
// would almost surely have been released. Then ds_i is a vanishing part of per_i, and the
// question is how its tables came about. Write F(H,v) for "group H of an earlier step has
// more records with v than it may", A_j for "some F(H,v) of step j is true". ds_i lies in A_j
// for certain steps j. If among all violations of one such step a single one, F(H0,v0), is
// by far the likeliest, then nearly all tables of ds_i have it, H0 has v0 on average more
// often than the bound d allows, and some record of it is known too well. With n the number
// of records of H0 with v0, ds_i fails if
//
//   E[n - d|H0| ; F(H0,v0) and ds_i]  >  d|H0| P(ds_i without F(H0,v0)).
//
// Left side. ds_i contains the tables for which every earlier step fails. A violation of a
// group is one of every step that cuts it into whole groups, so a few violations
// F(K_t,w_t) will do for all steps. If their groups meet neither each other nor H0, and
// their values differ, they only help each other: a place of K that v0 leaves free is one
// more for w. So the left side is at least E[n - d|H0| ; F(H0,v0)] times the product of the
// P(F(K_t,w_t)). Records of K_t that meet the others are left out, which makes its violation
// less likely. Several values of one K_t hinder each other: one of them is violated with a
// probability of at least S - S^2/2, S the sum.
//
// Right side. The sum over the other (H,v) of P(F(H,v)), each times, where ds_i lies in the
// other A_j as well, the sum of all P(F(K,w)) of step j after H has been opened.
//
// docs/concepts/proofs_by_bounds.md has the proofs, joint_violations.h the two products. All
// probabilities are logarithms with bounds (rare_tails.h). ds_i also fails if it is empty, because
// a step that it must have failed never fails.

#include <cstdint>
#include <optional>

#include "overt/base/progress.h"
#include "overt/counting/rare_tails.h"
#include "overt/counting/view.h"
#include "overt/privacy/property.h"
#include "overt/strategy/sequence.h"
#include "overt/strategy/violations.h"

namespace overt {

class DominantViolation {
 public:
  // Keeps references. `limit`: operations for one question.
  DominantViolation(const Sequence& sequence, const Property& property, std::uint64_t limit,
                    Progress& progress = unwatched())
      : sequence_(sequence), property_(property), limit_(limit), progress_(progress) {}

  // Whether ds of the step is proven to break the property. `per_only`: it lies in every
  // A_j (Strategy::rules_out_per_only); otherwise in that of the first open step.
  // REQUIRES: the view keeps the property.
  bool fails(std::size_t step, const View& view, bool per_only);

 private:
  const Sequence& sequence_;
  const Property& property_;
  std::uint64_t limit_;
  Progress& progress_;
  std::optional<OpenSteps> open_;  // both when first asked for
  std::optional<RareTails> tails_;
};

}  // namespace overt
