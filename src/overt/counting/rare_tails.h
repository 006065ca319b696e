#pragma once

// Tails that no double can hold: how likely it is that a group holds more than `cap`
// records with a value (tails.h has the variables), however unlikely, as a logarithm
// with bounds on both sides.
//
//   one H of 30,000 records, 4,000 marked, a half drawn, cap 2,500   ->   about -365
//
// Every variable is tilted, P(x) e^(theta x) / M, with one theta for all of them that
// brings the mean of the sum just above the cap (Cramer; Esscher 1932). In the tilted
// distribution nothing is rare: the variables are convolved there, and the tail is
// M e^(-theta (cap+1)) times a moderate number. Values of the tilted variables below
// 1e-20 of the largest are left out; what they can add is bounded by a geometric series,
// since a hypergeometric distribution is log-concave. Any theta is correct, so it may be
// found from an approximation of the mean.

#include <cstdint>
#include <span>
#include <vector>

#include "overt/counting/tails.h"

namespace overt {

struct RareTail {
  bool possible = false;   // more than the cap can be drawn; if not, the rest means nothing
  double low = 0;          // log P(sum > cap) is at least this
  double high = 0;         // and at most that
  double excess = 0;       // at least log E[sum - cap - 1 + base; sum > cap]
  std::uint64_t most = 0;  // the sum is at most this

  // At most log P(sum > x), for x >= cap.
  double beyond(double x) const { return theta > 0 ? mass - theta * (x + 1) : 0; }
  // An x with beyond(x) <= log_p, or `most`.
  std::uint64_t quantile(double log_p) const;

  double theta = 0;  // the tilt, and
  double mass = 0;   // at least log M
};

class RareTails {
 public:
  // `records`: the largest size that will be asked for.
  explicit RareTails(std::uint64_t records);

  // Adds its operations to `work`. `base`: from 0 to 1, see `excess`.
  // REQUIRES: marked, draws <= size.
  RareTail over(std::span<const Draw> draws, std::uint64_t cap, double base,
                std::uint64_t& work) const;

 private:
  double log_choose(std::uint64_t n, std::uint64_t k) const {
    return log_factorial_[n] - log_factorial_[k] - log_factorial_[n - k];
  }

  std::vector<double> log_factorial_;
  double relative_error_;  // of a logarithm of a factorial
};

}  // namespace overt
