#pragma once

// Columns for tests of the public tree: places that lie evenly, and columns of any kind, with
// hierarchies and without.

#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "overt/base/random.h"
#include "overt/local/public_tree.h"

namespace overt {

// A column whose places lie evenly on 0..1, times a weight.
inline SplitColumn even_column(std::vector<std::uint32_t> place, std::uint32_t places,
                               double weight = 1) {
  SplitColumn result;
  result.place = std::move(place);
  for (std::uint32_t p = 0; p < places; ++p) {
    result.at.push_back(places == 1 ? 0 : weight * p / (places - 1));
  }
  return result;
}

// Of up to `most` places.
inline SplitColumn random_column(std::size_t records, RandomSource& coins, std::uint32_t most = 9) {
  const std::uint32_t places = 1 + coins.below(most);
  std::vector<std::uint32_t> place(records);
  const bool lopsided = coins.below(2) == 0;
  for (std::uint32_t& p : place) p = lopsided && coins.below(3) > 0 ? 0 : coins.below(places);
  SplitColumn result = even_column(std::move(place), places, 1 + coins.below(3));
  if (coins.below(2) == 0) return result;
  std::vector<std::uint32_t> block(places);
  std::iota(block.begin(), block.end(), 0U);
  result.blocks = {block};
  while (block.back() != 0) {
    // Some blocks join the one before them.
    for (std::uint32_t p = 1; p < places; ++p) {
      if (result.blocks.back()[p] == result.blocks.back()[p - 1]) {
        block[p] = block[p - 1];
      } else {
        block[p] = coins.below(2) == 0 ? block[p - 1] : p;
      }
    }
    result.blocks.push_back(block);
  }
  if (places == 1) result.blocks.emplace_back(1, 0U);
  return result;
}

}  // namespace overt
