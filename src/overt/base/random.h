#pragma once

// Coins. Randomness is an argument everywhere, never a global: a release takes
// a SecretRandom, a test a SeededRandom, and the adversary's harness a source
// that enumerates every outcome (adversary/enumerated_random.h).
//
//   SecretRandom coins = SecretRandom::from_system();
//   coins.below(6);            // uniform on 0..5
//   shuffle(records, coins);   // uniform over all orders
//
// Both real sources are ChaCha20 key streams (libsodium) drawn in blocks of
// 16 KiB: about 5 ns a draw, where one call of the library per draw costs 400.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "overt/base/ratio.h"

namespace overt {

class RandomSource {
 public:
  RandomSource() = default;
  RandomSource(const RandomSource&) = delete;
  RandomSource& operator=(const RandomSource&) = delete;
  virtual ~RandomSource() = default;

  // A number of 0..n-1, every one with probability exactly 1/n, independent of
  // all earlier draws. REQUIRES: n >= 1.
  virtual std::uint32_t below(std::uint32_t n) = 0;

  // True with probability exactly p (min(p, 1)): the digits of p are compared with drawn
  // ones until they differ, nearly always at the first. No floating point, so
  // neither bias nor a probability that rounds to never.
  // REQUIRES: p.below < 2^112.
  virtual bool chance(const Ratio& p);

  // Whether an adversary who knows the program and the job cannot know the
  // draws. A release with the level `transparent` is refused without it.
  virtual bool secret() const { return false; }
};

// The same for any n: up to 2^32 - 1 the very draw of below(). REQUIRES: n >= 1.
std::uint64_t below_wide(std::uint64_t n, RandomSource& coins);

// Puts `items` into uniformly random order (Fisher and Yates).
template <typename T>
void shuffle(std::span<T> items, RandomSource& coins) {
  for (std::size_t left = items.size(); left > 1; --left) {
    const std::size_t pick = coins.below(static_cast<std::uint32_t>(left));
    std::swap(items[left - 1], items[pick]);
  }
}

// A ChaCha20 key stream. The two sources below differ in their key alone.
class StreamRandom : public RandomSource {
 public:
  using Key = std::array<unsigned char, 32>;
  explicit StreamRandom(const Key& key);
  ~StreamRandom() override;

  std::uint32_t below(std::uint32_t n) final;

 private:
  std::uint32_t next();
  void refill();

  Key key_;
  std::uint64_t blocks_ = 0;  // the nonce of the next block: none is used twice
  std::size_t used_ = 0;
  std::vector<std::uint32_t> words_;
};

// Secret coins. The key of a run is derived from a master key and a fresh
// nonce, so that two runs never share coins, even with the same key file.
class SecretRandom final : public StreamRandom {
 public:
  // Master key from the operating system.
  static SecretRandom from_system();
  // Master key from the user: at least 32 bytes that nobody can guess. Throws
  // Error{usage} when there are fewer or when they are all the same byte.
  static SecretRandom from_key(std::span<const unsigned char> master);

  bool secret() const override { return true; }

 private:
  using StreamRandom::StreamRandom;
};

// Repeatable coins for tests and for generated sample tables: the same seed
// gives the same draws on every machine. Never secret.
class SeededRandom final : public StreamRandom {
 public:
  explicit SeededRandom(std::uint64_t seed);
};

}  // namespace overt
