#pragma once

// How many of n records get each of several values, drawn at once: as if each record drew its own,
// without drawing them one by one.
//
//   1,000,000,000 records, weights 1 and 2   ->   333,3xx,xxx and the others
//
// Exact, and in integers. Of n trials with the probability p those succeed whose random binary
// digits lie below p: the first digit decides about half of them, the second about half of the
// rest, .., and how many is the number of ones in so many random bits. Several values are halved,
// and halved again.
//
// Cost: about n / 16 coins for each halving.

#include <cstdint>
#include <span>
#include <vector>

#include "overt/base/progress.h"
#include "overt/base/random.h"

namespace overt {

// Successes of `trials` with the probability above / below. REQUIRES: above <= below, below > 0.
// `progress` is asked while it lasts.
std::uint64_t draw_binomial(std::uint64_t trials, std::uint64_t above, std::uint64_t below,
                            RandomSource& coins, Progress& progress);

// Of each weight: its records; all together are `records`. REQUIRES: some weight is positive, and
// their sum is below 2^63.
std::vector<std::uint64_t> draw_multinomial(std::uint64_t records,
                                            std::span<const std::uint32_t> weights,
                                            RandomSource& coins, Progress& progress);

}  // namespace overt
