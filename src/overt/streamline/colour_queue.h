#pragma once

// Colours (the sets of records that share a value) in the order of how many of
// their records are still without a group, fullest first.
//
// Ties: the queue starts with equal colours in the order of their values, and a
// colour that gives up a record changes places with the last one of its former
// size. So the order is a function of the counts alone, which the adversary
// knows, and never of the order in which records came.
//
// Cost: O(1) a step, by a bucket boundary for every size (as in the O(m)
// algorithm for cores of graphs by Batagelj and Zaversnik).

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "overt/table/column.h"

namespace overt {

class ColourQueue {
 public:
  explicit ColourQueue(std::span<const std::uint32_t> counts);

  // How many colours have records left.
  std::size_t size() const { return at_least_[1]; }
  // The colour at a position, 0 the fullest.
  Code operator[](std::size_t position) const { return order_[position]; }
  std::uint32_t left(Code colour) const { return left_[colour]; }

  // One record of `colour` gets its group. REQUIRES: left(colour) > 0.
  void take(Code colour) {
    const std::uint32_t size = left_[colour]--;
    const std::uint32_t last = --at_least_[size];
    const std::uint32_t here = place_[colour];
    const Code other = order_[last];
    std::swap(order_[here], order_[last]);
    place_[other] = here;
    place_[colour] = last;
  }

 private:
  std::vector<std::uint32_t> left_;      // colour -> records without a group
  std::vector<Code> order_;              // position -> colour
  std::vector<std::uint32_t> place_;     // colour -> position
  std::vector<std::uint32_t> at_least_;  // s -> number of colours with s or more left
};

}  // namespace overt
