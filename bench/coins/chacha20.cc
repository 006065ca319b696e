#include <sodium.h>

#include <algorithm>
#include <array>

#include "coins/draws.h"

namespace overt::bench {

void fill_from_chacha20(std::span<std::uint32_t> draws) {
  constexpr std::size_t kBlock = 4096;
  std::array<unsigned char, crypto_stream_chacha20_KEYBYTES> key;
  std::array<unsigned char, crypto_stream_chacha20_NONCEBYTES> nonce = {};
  randombytes_buf(key.data(), key.size());
  while (!draws.empty()) {
    const auto block = draws.first(std::min(kBlock, draws.size()));
    crypto_stream_chacha20(reinterpret_cast<unsigned char*>(block.data()), block.size_bytes(),
                           nonce.data(), key.data());
    for (std::size_t i = 0; i < nonce.size() && ++nonce[i] == 0; ++i) {
    }
    draws = draws.subspan(block.size());
  }
}

}  // namespace overt::bench
