#include "overt/base/random.h"

#include <sodium.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>

#include "overt/base/error.h"

namespace overt {
namespace {

constexpr std::size_t kWordsPerBlock = 4096;

void start_sodium() {
  static const bool started = sodium_init() >= 0;
  if (!started) throw Error(ErrorCode::io, "the operating system gives no random numbers");
}

// Keyed BLAKE2b: which `purpose` it serves is part of the message, so that a
// key of one purpose never equals a key of another.
StreamRandom::Key derive(std::span<const unsigned char> key, const char* purpose,
                         std::span<const unsigned char> message) {
  start_sodium();
  StreamRandom::Key out;
  crypto_generichash_state state;
  crypto_generichash_init(&state, key.data(), key.size(), out.size());
  crypto_generichash_update(&state, reinterpret_cast<const unsigned char*>(purpose),
                            std::strlen(purpose) + 1);
  crypto_generichash_update(&state, message.data(), message.size());
  crypto_generichash_final(&state, out.data(), out.size());
  return out;
}

StreamRandom::Key run_key(std::span<const unsigned char> master) {
  StreamRandom::Key nonce;
  randombytes_buf(nonce.data(), nonce.size());
  return derive(master, "overt run", nonce);
}

}  // namespace

// A drawn number U of digits to the base 2^16 is below p with probability p. The
// first digit that differs from that of p decides.
std::uint64_t below_wide(std::uint64_t n, RandomSource& coins) {
  constexpr std::uint64_t kWord = std::uint64_t{1} << 32;
  if (n < kWord) return coins.below(static_cast<std::uint32_t>(n));
  constexpr std::uint32_t kHalf = 1U << 16;  // a word is two draws, since below() takes less
  const std::uint64_t highest = (n - 1) / kWord;
  while (true) {
    // Each number below (highest + 1) 2^32 is as likely: those that are too large are drawn anew.
    const std::uint64_t high = highest + 1 < kWord
                                   ? coins.below(static_cast<std::uint32_t>(highest + 1))
                                   : std::uint64_t{coins.below(kHalf)} * kHalf + coins.below(kHalf);
    const std::uint64_t low = std::uint64_t{coins.below(kHalf)} * kHalf + coins.below(kHalf);
    const std::uint64_t number = high * kWord + low;
    if (number < n) return number;
  }
}

bool RandomSource::chance(const Ratio& p) {
  constexpr std::uint32_t kBase = 1 << 16;
  if (p.above >= p.below) return true;
  assert(p.below >> 112 == 0);
  for (Wide rest = p.above; rest > 0;) {
    rest *= kBase;
    const auto digit = static_cast<std::uint32_t>(rest / p.below);
    rest %= p.below;
    const std::uint32_t drawn = below(kBase);
    if (drawn != digit) return drawn < digit;
  }
  return false;
}

StreamRandom::StreamRandom(const Key& key)
    : key_(key), used_(kWordsPerBlock), words_(kWordsPerBlock) {
  start_sodium();
}

StreamRandom::~StreamRandom() {
  sodium_memzero(key_.data(), key_.size());
  sodium_memzero(words_.data(), words_.size() * sizeof(words_[0]));
}

void StreamRandom::refill() {
  static_assert(crypto_stream_chacha20_NONCEBYTES == sizeof(blocks_));
  std::array<unsigned char, sizeof(blocks_)> nonce;
  for (std::size_t i = 0; i < nonce.size(); ++i) {
    nonce[i] = static_cast<unsigned char>(blocks_ >> (8 * i));
  }
  ++blocks_;
  crypto_stream_chacha20(reinterpret_cast<unsigned char*>(words_.data()),
                         words_.size() * sizeof(words_[0]), nonce.data(), key_.data());
  used_ = 0;
}

std::uint32_t StreamRandom::next() {
  if (used_ == words_.size()) refill();
  const std::uint32_t word = words_[used_++];
  // The stream is bytes: read the same way everywhere, a seed gives the same draws.
  return std::endian::native == std::endian::big ? __builtin_bswap32(word) : word;
}

// Lemire's method: the high half of word * n is uniform once the words whose
// low half falls below 2^32 mod n are drawn again.
std::uint32_t StreamRandom::below(std::uint32_t n) {
  assert(n >= 1);
  std::uint64_t product = std::uint64_t{next()} * n;
  if (static_cast<std::uint32_t>(product) < n) {
    const std::uint32_t biased = -n % n;
    while (static_cast<std::uint32_t>(product) < biased) product = std::uint64_t{next()} * n;
  }
  return static_cast<std::uint32_t>(product >> 32);
}

SecretRandom SecretRandom::from_system() {
  start_sodium();
  Key master;
  randombytes_buf(master.data(), master.size());
  const Key key = run_key(master);
  sodium_memzero(master.data(), master.size());
  return SecretRandom(key);
}

SecretRandom SecretRandom::from_key(std::span<const unsigned char> master) {
  const bool constant =
      std::all_of(master.begin(), master.end(), [&](unsigned char c) { return c == master[0]; });
  if (master.size() < 32 || constant) {
    throw Error(ErrorCode::usage,
                "the key is too easy to guess: a key file holds at least 32 random bytes "
                "(head -c 32 /dev/urandom > key)");
  }
  return SecretRandom(run_key(derive({}, "overt key file", master)));
}

SeededRandom::SeededRandom(std::uint64_t seed)
    : StreamRandom([seed] {
        std::array<unsigned char, 8> bytes;
        for (std::size_t i = 0; i < bytes.size(); ++i) {
          bytes[i] = static_cast<unsigned char>(seed >> (8 * i));
        }
        return derive({}, "overt seed", bytes);
      }()) {}

}  // namespace overt
