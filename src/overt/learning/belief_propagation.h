#pragma once

// Expectations inside a group that is too large to be counted exactly: belief propagation on the
// graph of records and places (a value that occurs m times has m places, and m equal messages).
// A record tells a place how much it wants it, against all its other places; a place tells a record
// how little the others want it.
//
//   from record i to a place of v:   want = w(i,v) / (sum over other places of w * room)
//   from a place of v to record i:   room = 1 / (sum over other records of want)
//
// For such graphs it converges, and its posteriors are close (Vontobel, "The Bethe permanent of a
// nonnegative matrix", IEEE Transactions on Information Theory 2013): tests hold them against the
// exact ones. Plain scaling to row and column sums (Sinkhorn) is not close in small groups.
//
// Cost: (rounds) x (different records) x (values).

#include <cstdint>
#include <span>
#include <vector>

namespace overt {

class BeliefPropagation {
 public:
  // As CountVectorSums::run(), but row i stands for copies[i] records that are alike. The logarithm
  // is exact for equal weights, and close otherwise.
  double run(std::span<const double> weights, std::span<const std::uint32_t> copies,
             std::span<const std::uint32_t> counts, std::span<double> posterior);

 private:
  std::vector<double> want_;
  std::vector<double> room_;
  std::vector<double> wanted_;
};

}  // namespace overt
