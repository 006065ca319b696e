#pragma once

// Keys that sign releases: Ed25519 (libsodium), in the files of minisign, so that whoever has that
// tool needs ours neither to make keys nor to check signatures.
//
//   public key, two lines                          secret key, two lines
//   untrusted comment: overt public key 1A2B..     untrusted comment: overt secret key
//   base64: "Ed", id (8 bytes), key (32)           base64: "Ed" "Sc" "B2", salt, limits, and
//                                                  id, key, checksum under a passphrase
//
// A passphrase is stretched by scrypt with the limits that the file states; limits that would take
// more than 2 GB, which only a hostile file asks for, are refused before anything is computed.

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "overt/base/random.h"

namespace overt {

struct PublicKey {
  std::array<unsigned char, 8> id{};
  std::array<unsigned char, 32> key{};
  bool operator==(const PublicKey&) const = default;
};

// Wiped when it goes.
struct SecretKey {
  SecretKey() = default;
  SecretKey(const SecretKey&) = delete;
  SecretKey& operator=(const SecretKey&) = delete;
  SecretKey(SecretKey&& other) noexcept;
  SecretKey& operator=(SecretKey&&) = delete;
  ~SecretKey();

  std::array<unsigned char, 8> id{};
  std::array<unsigned char, 64> key{};

  PublicKey public_key() const;
};

// A new key. REQUIRES: coins.secret(), but in tests.
SecretKey make_key(RandomSource& coins);

// What a passphrase costs to try: scrypt's two limits. The second is bytes of memory.
struct KeyStretch {
  std::size_t operations;
  std::size_t memory;
};
// About a second and 1 GB, as minisign has it.
KeyStretch strong_stretch();

// "0B2E8734B136F83E", as minisign prints it.
std::string key_id(const PublicKey& key);

// Overwrites a secret text, which no optimizer leaves out.
void wipe(std::string& text);

std::string print_public_key(const PublicKey& key);
// An empty passphrase leaves the key as it is, which parse_secret_key() and minisign -W read.
std::string print_secret_key(const SecretKey& key, std::string_view passphrase,
                             const KeyStretch& stretch, RandomSource& coins);

// Both throw Error{malformed} that begins with `name`.
PublicKey parse_public_key(std::string_view text, std::string_view name);
// Whether the file's key stands behind a passphrase.
bool needs_passphrase(std::string_view text, std::string_view name);
// Throws Error{usage} for a wrong passphrase, std::bad_alloc where stretching has no memory.
SecretKey parse_secret_key(std::string_view text, std::string_view passphrase,
                           std::string_view name);

}  // namespace overt
