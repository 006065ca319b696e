#pragma once

// The coins of a release: from the system's generator, or from a key that the custodian keeps in
// a file.

#include <cstdint>
#include <optional>
#include <string>

#include "overt/base/progress.h"
#include "overt/base/random.h"
#include "overt/table/storage.h"

namespace overt {

// `key_file` is empty for the system's generator. Throws Error{io} when the file cannot be
// read, Error{usage} when the key is too easy to guess.
SecretRandom secret_coins(const std::string& key_file, Storage& storage, Progress& progress);

// What `work` makes of the coins of a seed, or without one of the system's: for figures that do
// not rest on secret coins, and are to be had once more.
template <typename Work>
auto with_coins(const std::optional<std::uint64_t>& seed, const Work& work) {
  if (seed) {
    SeededRandom coins(*seed);
    return work(coins);
  }
  SecretRandom coins = SecretRandom::from_system();
  return work(coins);
}

}  // namespace overt
