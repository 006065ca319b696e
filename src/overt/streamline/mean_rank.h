#pragma once

// The mean weighted rank of a group, and distances to it, exactly. Ranks have 32
// bits and groups fewer than 2^32 records, so sums fit into 64 bits.

#include <cstdint>

#include "overt/base/ratio.h"

namespace overt {

// INVARIANT: size > 0 when compared.
struct MeanRank {
  std::uint64_t sum = 0;
  std::uint64_t size = 0;

  void add(std::uint32_t rank) {
    sum += rank;
    ++size;
  }
  void add(const MeanRank& other) {
    sum += other.sum;
    size += other.size;
  }
  // |rank - mean|.
  Ratio distance(std::uint32_t rank) const {
    const std::uint64_t at = std::uint64_t{rank} * size;
    return {at > sum ? at - sum : sum - at, size};
  }
  bool is_below(std::uint32_t rank) const { return sum < std::uint64_t{rank} * size; }
  friend bool operator<(const MeanRank& a, const MeanRank& b) {
    return Wide{a.sum} * b.size < Wide{b.sum} * a.size;
  }
};

}  // namespace overt
