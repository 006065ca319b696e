#include "coins/draws.h"

namespace overt::bench {

void draw_from_secret_random(std::span<std::uint32_t> draws, std::uint32_t n, RandomSource& coins) {
  for (std::uint32_t& draw : draws) draw = coins.below(n);
}

}  // namespace overt::bench
