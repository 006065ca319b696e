#pragma once

// pi, the probability with which a node of local recoding stops although its split would
// have been good: the smallest that keeps what a stop tells about any record at 1/l, or
// a little more. The formula, and why it is enough, are in docs/algorithms/local.md.
//
//   values a a b c d e, parts of 2 and 4, l = 2   ->   1/6: of 15 places of the two a one
//   makes the split fail, and a node that was not split must not say that it is that one
//
// Up to 64 records it is exact; beyond, the cheaper of two upper bounds that is near
// enough: tails where splits hardly ever fail, else a polynomial product.
//
// It is a function of the multiset and of the sizes of the parts alone. So the adversary may
// know it: for all tables with the same released groups it is the same.

#include <cstdint>
#include <span>

#include "overt/base/ratio.h"
#include "overt/counting/tails.h"

namespace overt {

class StopProbability {
 public:
  // `records`: of the largest node.
  StopProbability(std::uint32_t l, std::uint64_t records) : l_(l), tails_(records) {}

  // `counts` are those of the values that occur in the node, in any order.
  // REQUIRES: they add up to first + second; none has more than 1/l of that.
  Ratio of(std::span<const std::uint32_t> counts, std::uint32_t first, std::uint32_t second) const;

 private:
  std::uint32_t l_;
  Tails tails_;
};

}  // namespace overt
