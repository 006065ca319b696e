#pragma once

// The veil that hides why a node stopped, from what a swap of two records can change.
//
// In a stopped node each arrangement has the weight pi + (1 - pi) [the cut fails], so that a record
// r of a group with the share s of a value, or of a set of values, keeps its cap as soon as
//
//   (1 - pi) (P(F and r has it) - cap P(F)) <= pi (cap - s),     F: the cut fails.
//
// With D = P(F | r has it) - P(F | r has not) the left bracket is s (1 - cap) D less
// (cap - s) P(F | r has not), so that
//
//   pi = D / (D + (cap - s) / (s (1 - cap)))
//
// is enough. And D is small: who has it in r's place is found by swapping r's value w with the
// value v of another record of the group, one that has it. The counts of the parts change only if
// the two stand in different ones, and only then by one: a cut that did not fail before and fails
// after has exactly one record too many of v in r's part, or of w in the other.
//
//   25 records with a value may stand in a part, 20 are expected, give or take 4: more than 25
//   have a chance of .09, exactly 26 one of .03
//
// So D is at most the sum of two such chances, of different values and different parts, each
// given what r and the other record have; of sets of values, the sums over the sets that they are
// in (docs/algorithms/local.md).
//
// Cost: O(values).

#include <algorithm>
#include <array>
#include <cstdint>

#include "overt/local/caps.h"

namespace overt {

// Collects, value by value, how likely each part is to have exactly one record too many of it.
class SwapDifference {
 public:
  void add(double in_first, double in_second) {
    const std::array<double, 2> own = {in_first, in_second};
    for (std::size_t part = 0; part < 2; ++part) {
      both_ = std::max(both_, own[part] + largest_[1 - part]);
    }
    for (std::size_t part = 0; part < 2; ++part)
      largest_[part] = std::max(largest_[part], own[part]);
  }

  // At least D: the largest sum of two different values in different parts, or of one alone.
  double most() const { return std::min(1.0, both_ * (1 + 1e-12)); }

 private:
  std::array<double, 2> largest_ = {0, 0};  // of the values so far
  double both_ = 0;
};

// At least the smallest pi that is enough for a share of most / of: rounded up. 1 where the share
// is at the cap and D > 0. REQUIRES: the share is not above the cap.
double swap_veil(double difference, std::uint64_t most, std::uint64_t of, const Cap& cap);

}  // namespace overt
