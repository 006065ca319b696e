#pragma once

// Coins that take every outcome, one run after the other: the adversary's way
// of computing the exact probability of each release.
//
//   EnumeratedRandom coins;
//   do {
//     coins.restart();
//     ... run the algorithm with `coins` ...
//     total += coins.probability();
//   } while (coins.next());          // total is now exactly 1
//
// The draws of a run may depend on earlier outcomes of the same run. Cost: one
// run an outcome; only for small tables.

#include <cstdint>
#include <vector>

#include "overt/base/random.h"
#include "overt/base/rational.h"

namespace overt {

class EnumeratedRandom final : public RandomSource {
 public:
  std::uint32_t below(std::uint32_t n) override {
    if (depth_ == draws_.size()) draws_.push_back({0, n, {}});
    return draws_[depth_++].outcome;
  }

  // Two outcomes of unequal weight.
  bool chance(const Ratio& p) override {
    if (p.above == 0) return false;
    if (p.above >= p.below) return true;
    if (depth_ == draws_.size()) draws_.push_back({0, 2, p.exact()});
    return draws_[depth_++].outcome == 1;
  }

  void restart() { depth_ = 0; }

  // Of the run that has just ended.
  Rational probability() const {
    Rational result = 1;
    for (const Draw& draw : draws_) {
      if (draw.chance == 0) {
        result /= draw.choices;
      } else {
        result *= draw.outcome == 1 ? draw.chance : 1 - draw.chance;
      }
    }
    return result;
  }

  // Moves on to the next outcome; false when all have been seen.
  bool next() {
    while (!draws_.empty() && draws_.back().outcome + 1 == draws_.back().choices) draws_.pop_back();
    if (draws_.empty()) return false;
    ++draws_.back().outcome;
    return true;
  }

 private:
  struct Draw {
    std::uint32_t outcome;
    std::uint32_t choices;
    Rational chance;  // of outcome 1; 0 when all outcomes are equally likely
  };
  std::vector<Draw> draws_;
  std::size_t depth_ = 0;
};

}  // namespace overt
