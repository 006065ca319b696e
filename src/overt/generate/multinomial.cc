#include "overt/generate/multinomial.h"

#include <bit>
#include <cassert>

namespace overt {
namespace {

constexpr std::uint32_t kBits = 31;             // of a coin
constexpr std::uint64_t kCheckEvery = 1 << 18;  // coins: a millisecond

// How many of `bits` fair coins fall on one side.
std::uint64_t heads(std::uint64_t bits, RandomSource& coins, Progress& progress) {
  std::uint64_t sum = 0;
  for (std::uint64_t done = 0; bits >= kBits; bits -= kBits, ++done) {
    if (done % kCheckEvery == kCheckEvery - 1) progress.check();
    sum += static_cast<std::uint64_t>(std::popcount(coins.below(std::uint32_t{1} << kBits)));
  }
  if (bits > 0) {
    sum += static_cast<std::uint64_t>(std::popcount(coins.below(std::uint32_t{1} << bits)));
  }
  return sum;
}

void share_out(std::uint64_t records, std::span<const std::uint32_t> weights,
               std::span<std::uint64_t> result, RandomSource& coins, Progress& progress) {
  if (records == 0) return;
  if (weights.size() == 1) {
    result[0] = records;
    return;
  }
  const std::size_t half = weights.size() / 2;
  std::uint64_t first = 0;
  std::uint64_t all = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    all += weights[i];
    if (i < half) first += weights[i];
  }
  if (all == 0) return;
  const std::uint64_t own = draw_binomial(records, first, all, coins, progress);
  share_out(own, weights.first(half), result.first(half), coins, progress);
  share_out(records - own, weights.subspan(half), result.subspan(half), coins, progress);
}

}  // namespace

std::uint64_t draw_binomial(std::uint64_t trials, std::uint64_t above, std::uint64_t below,
                            RandomSource& coins, Progress& progress) {
  assert(above <= below && below > 0);
  if (above == below) return trials;
  std::uint64_t successes = 0;
  // Those whose digits are so far those of above / below.
  for (std::uint64_t open = trials; open > 0 && above > 0;) {
    above *= 2;  // the next digit of the probability
    const bool one = above >= below;
    if (one) above -= below;
    const std::uint64_t zeros = heads(open, coins, progress);
    if (one) {
      successes += zeros;  // below it; those with a one stay open
      open -= zeros;
    } else {
      open = zeros;  // those with a one are above it
    }
  }
  return successes;
}

std::vector<std::uint64_t> draw_multinomial(std::uint64_t records,
                                            std::span<const std::uint32_t> weights,
                                            RandomSource& coins, Progress& progress) {
  std::vector<std::uint64_t> result(weights.size(), 0);
  share_out(records, weights, result, coins, progress);
  return result;
}

}  // namespace overt
