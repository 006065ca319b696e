#pragma once

// The competitors: each draws `draws.size()` numbers uniform on 0..n-1.

#include <cstdint>
#include <span>

#include "overt/base/random.h"

namespace overt::bench {

// base/random.h: a ChaCha20 stream in blocks, behind the virtual call that the
// algorithms make.
void draw_from_secret_random(std::span<std::uint32_t> draws, std::uint32_t n, RandomSource& coins);

// libsodium: one call of randombytes_uniform() a draw.
void draw_from_randombytes_uniform(std::span<std::uint32_t> draws, std::uint32_t n);

// libsodium: the bare ChaCha20 stream in blocks of 16 KiB, which bounds what
// any use of it can reach. Fills `draws` with words, uniform on all of them.
void fill_from_chacha20(std::span<std::uint32_t> draws);

}  // namespace overt::bench
