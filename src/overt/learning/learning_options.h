#pragma once

// How the adversary who learns goes about it. Nothing here is secret, and nothing is drawn: folds
// and starts come from the seed, so that the same release gives the same figures.

#include <cstdint>

namespace overt {

struct LearningOptions {
  std::uint32_t folds = 5;              // of groups, for what is learnt from the release
  std::uint32_t population_folds = 10;  // for what is learnt from other people
  std::uint32_t starts = 3;             // of learning; the first from the shares of the groups
  std::uint32_t iterations = 15;        // at most
  double smoothing = 30;                // records' worth of the column's own distribution
  std::uint32_t sample = 20'000;        // records by whose groups the temperature is chosen
  std::uint64_t seed = 1;
};

}  // namespace overt
