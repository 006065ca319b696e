#pragma once

// Making an unsafe set safe with states of safe ones that can spare them: what backward
// calls K, and what is left when forward's at-large split D* is taken from C.
//
//   at least 3: needy {a}, lenders {b c d e} {f g h i}   ->   {b, f}
//   at least 3: needy {a}, lenders {b c d}               ->   nothing: it has none to spare
//
// The set found is minimal (no state of it can be given back), and not always found: for
// at_least and distinct_tags from one lender it is found whenever there is one; sums of
// weights are a knapsack, and here nobody searches. Whoever needs to know asks
// optimality.h.
//
// Cost: a few operations of a tally for each state of the lenders.

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "overt/policy/predicate.h"

namespace overt {

class Borrower {
 public:
  explicit Borrower(const Predicate& predicate);

  // States of `lenders` that make `needy` safe and leave every lender safe. Nothing for a
  // predicate that is not set-monotonic: what is added there may do harm.
  // REQUIRES: needy is not empty and unsafe; all sets are disjoint.
  std::optional<std::vector<State>> borrow(std::span<const State> needy,
                                           std::span<const std::span<const State>> lenders);

 private:
  // Takes from one lender while that helps; `freely`: only what its measure does not feel.
  void take(std::span<const State> lender, bool freely, std::vector<State>& taken);

  const Predicate& predicate_;
  std::unique_ptr<Tally> need_, lend_;
  std::vector<bool> is_taken_;  // by state; all false between calls
};

}  // namespace overt
