#pragma once

// Upper bounds on tails of hypergeometric variables: how likely it is that a group K
// of an earlier generalization holds at most `cap` records with a value, when all
// arrangements inside the groups H of the released one are equally likely. K takes
// draws = |K and H| of the |H| records of H, `marked` of which have the value; different
// H are independent, so the number is a sum of hypergeometric variables.
//
//   H of 4 records, 2 marked, K takes 2 of them, cap 1:   P = 5/6
//
// The result is never below the true probability: sums of products of positive
// numbers lose at most a few units in the last place each, and that is added many
// times over. Where a convolution would be long, Hoeffding's inequality (1963,
// theorem 2 and section 6: it holds for draws without replacement) takes its place.
//
// Sizes may have up to 47 bits (table/counted_source.h).
//
// Memory: 8 bytes a record, up to half a megabyte; the factorials of larger numbers are Stirling's.

#include <cstdint>
#include <span>
#include <vector>

namespace overt {

struct Draw {
  std::uint64_t size;    // |H|
  std::uint64_t marked;  // records of H with the value
  std::uint64_t draws;   // |K and H|
};

class Tails {
 public:
  // `records`: the largest size that will be asked for.
  explicit Tails(std::uint64_t records);

  // At least P(sum of the draws <= cap). REQUIRES: marked, draws <= size.
  double at_most(std::span<const Draw> draws, std::uint64_t cap) const;

  // At least P(draw > cap) of a single draw, and little more when that is small. O(1).
  double above(const Draw& draw, std::uint64_t cap) const;

  // At least P(draw = x), and hardly more. O(1).
  double exactly(const Draw& draw, std::uint64_t x) const;

 private:
  std::vector<double> distribution(const Draw& draw, std::uint64_t cap) const;
  long double log_factorial(std::uint64_t n) const {
    return n < log_factorial_.size() ? log_factorial_[n] : stirling(n);
  }
  static long double stirling(std::uint64_t n);

  std::vector<double> log_factorial_;  // of 0, 1, ..
};

}  // namespace overt
