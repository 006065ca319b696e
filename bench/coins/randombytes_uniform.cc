#include <sodium.h>

#include "coins/draws.h"

namespace overt::bench {

void draw_from_randombytes_uniform(std::span<std::uint32_t> draws, std::uint32_t n) {
  for (std::uint32_t& draw : draws) draw = randombytes_uniform(n);
}

}  // namespace overt::bench
