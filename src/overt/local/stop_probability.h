#pragma once

// pi, the probability with which a node of local recoding stops although its split would
// have been good: the smallest that keeps what a stop tells about any record at its cap, or
// a little more. The formula, and why it is enough, are in docs/algorithms/local.md.
//
//   values a a b c d e, parts of 2 and 4, l = 2   ->   1/6: of 15 places of the two a one
//   makes the split fail, and a node that was not split must not say that it is that one
//
// Up to 64 records it is exact; beyond, the cheaper of two upper bounds that is near
// enough: a bound in closed form where splits hardly ever fail, else a polynomial product. Where
// sets of values have caps it is exact up to 64 records if they are nested, and the bound
// otherwise.
//
// It is a function of the multiset and of the sizes of the parts alone. So the adversary may
// know it: for all tables with the same released groups it is the same.

#include <cstdint>

#include "overt/base/ratio.h"
#include "overt/counting/tails.h"
#include "overt/local/split_case.h"

namespace overt {

// The next multiple of 2^-64: what a coin takes.
Ratio rounded_up(double pi);

class StopProbability {
 public:
  // `records`: of the largest node.
  explicit StopProbability(std::uint64_t records) : tails_(records) {}

  // Of a node that is published as one group.
  Ratio of(const SplitCase& split) const;

  const Tails& tails() const { return tails_; }

 private:
  Tails tails_;
};

}  // namespace overt
