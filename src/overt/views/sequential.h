#pragma once

// A second estimate of the same posterior, which shares nothing with the Markov chain:
// sequential importance sampling. Cells are served one after the other; each draws its
// values, as if from an urn, from what its disclosures can still give; and the table so made
// counts with (tables that it stands for) / (probability that it was drawn). Draws that end
// in a dead end count nothing. Weighted means are consistent whatever the urn; how much they
// are worth is the effective number of draws, (sum w)^2 / sum w^2.
//
// It needs no start, no burn-in and no connectivity, but on components with many cells that
// hold each other most draws end nowhere, or one outweighs all others; the effective number
// then says so.

#include <cstdint>
#include <vector>

#include "overt/base/progress.h"
#include "overt/base/random.h"
#include "overt/views/component.h"

namespace overt::views {

struct SequentialEstimate {
  std::uint64_t draws = 0;
  std::uint64_t completed = 0;
  double effective = 0;
  std::vector<double> shares;     // [cell * values + value]; empty if no draw was completed
  std::vector<double> variances;  // of these shares
};

SequentialEstimate estimate_sequentially(const Component& component, std::uint64_t draws,
                                         RandomSource& coins, Progress& progress = unwatched());

}  // namespace overt::views
