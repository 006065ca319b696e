#pragma once

// The secret of a run log, in a file of its own beside it. With it a table has a fingerprint that
// nobody else can compute: a plain hash would let whoever reads the log confirm a guessed table.
// And lines of the log are bound together by it, so that nobody without it can write one.
//
// Two keys are derived from the secret, one for each use. BLAKE2b (libsodium).

#include <array>
#include <string>
#include <string_view>

#include "overt/base/random.h"

namespace overt {

struct LogKey {
  using Bytes = std::array<unsigned char, 32>;
  Bytes chain{};  // binds lines
  Bytes table{};  // for fingerprints
};

// A new secret, as its file holds it. REQUIRES: coins.secret(), but in tests.
std::string make_log_key(RandomSource& coins);
// Throws Error{malformed} that begins with `name`.
LogKey parse_log_key(std::string_view text, std::string_view name);

// In lower-case hexadecimal.
std::string to_hex(const LogKey::Bytes& bytes);

// The keyed hash of all parts, each with its length, so that no two lists of parts are taken for
// each other.
class KeyedHash {
 public:
  explicit KeyedHash(const LogKey::Bytes& key);
  void add(std::string_view part);
  LogKey::Bytes finish();

 private:
  alignas(64) std::array<unsigned char, 384> state_{};
};

}  // namespace overt
