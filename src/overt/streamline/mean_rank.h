#pragma once

// The mean weighted rank of a group, and distances to it, exactly: fractions
// compared by cross-multiplying. Ranks have 32 bits and groups fewer than 2^32
// records, so sums fit into 64 bits and products into 128.

#include <cstdint>

namespace overt {

__extension__ using Wide = unsigned __int128;

// sum / size. INVARIANT: size > 0 when compared.
struct Fraction {
  std::uint64_t sum = 0;
  std::uint64_t size = 1;

  friend bool operator<(const Fraction& a, const Fraction& b) {
    return Wide{a.sum} * b.size < Wide{b.sum} * a.size;
  }
};

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
  Fraction distance(std::uint32_t rank) const {
    const std::uint64_t at = std::uint64_t{rank} * size;
    return {at > sum ? at - sum : sum - at, size};
  }
  bool is_below(std::uint32_t rank) const { return sum < std::uint64_t{rank} * size; }
  friend bool operator<(const MeanRank& a, const MeanRank& b) {
    return Fraction{a.sum, a.size} < Fraction{b.sum, b.size};
  }
};

}  // namespace overt
