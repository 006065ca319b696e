#pragma once

// SHA-256 of bytes as they pass by (OpenSSL). Released files only are hashed;
// a hash of the input would let anybody confirm a guessed table.

#include <memory>
#include <span>
#include <string>

namespace overt {

class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(const Sha256&) = delete;
  Sha256& operator=(const Sha256&) = delete;

  void update(std::span<const char> bytes);
  // The digest in lower-case hexadecimal. Call once, last.
  std::string finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace overt
