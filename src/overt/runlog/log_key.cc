#include "overt/runlog/log_key.h"

#include <fmt/format.h>
#include <sodium.h>

#include "overt/base/error.h"

namespace overt {
namespace {

constexpr std::string_view kHead = "overt run log key: custodian only, not for release\n";

crypto_generichash_state* state(std::array<unsigned char, 384>& bytes) {
  static_assert(sizeof(crypto_generichash_state) <= 384);
  return reinterpret_cast<crypto_generichash_state*>(bytes.data());
}

LogKey::Bytes derived(const LogKey::Bytes& secret, std::string_view use) {
  KeyedHash hash(secret);
  hash.add(use);
  return hash.finish();
}

}  // namespace

KeyedHash::KeyedHash(const LogKey::Bytes& key) {
  crypto_generichash_init(state(state_), key.data(), key.size(), LogKey::Bytes().size());
}

void KeyedHash::add(std::string_view part) {
  std::array<unsigned char, 8> size{};
  for (std::size_t i = 0; i < size.size(); ++i) {
    size[i] = static_cast<unsigned char>(part.size() >> (8 * i));
  }
  crypto_generichash_update(state(state_), size.data(), size.size());
  crypto_generichash_update(state(state_), reinterpret_cast<const unsigned char*>(part.data()),
                            part.size());
}

LogKey::Bytes KeyedHash::finish() {
  LogKey::Bytes result{};
  crypto_generichash_final(state(state_), result.data(), result.size());
  return result;
}

std::string to_hex(const LogKey::Bytes& bytes) {
  std::string text(2 * bytes.size() + 1, '\0');
  sodium_bin2hex(text.data(), text.size(), bytes.data(), bytes.size());
  text.pop_back();  // the NUL that it ends with
  return text;
}

std::string make_log_key(RandomSource& coins) {
  LogKey::Bytes secret{};
  for (unsigned char& byte : secret) byte = static_cast<unsigned char>(coins.below(256));
  return fmt::format("{}{}\n", kHead, to_hex(secret));
}

LogKey parse_log_key(std::string_view text, std::string_view name) {
  LogKey::Bytes secret{};
  std::size_t got = 0;
  const char* end = nullptr;
  const bool headed = text.starts_with(kHead) && text.ends_with('\n');
  const std::string digits(headed ? text.substr(kHead.size()) : "");
  if (!headed || digits.size() != 2 * secret.size() + 1 ||
      sodium_hex2bin(secret.data(), secret.size(), digits.data(), digits.size() - 1, nullptr, &got,
                     &end) != 0 ||
      got != secret.size()) {
    throw Error(ErrorCode::malformed, fmt::format("{}: not the key of a run log", name));
  }
  LogKey key;
  key.chain = derived(secret, "chain");
  key.table = derived(secret, "table");
  return key;
}

}  // namespace overt
