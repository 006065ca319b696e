#include "overt/sign/keys.h"

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <new>
#include <span>
#include <utility>

#include "overt/base/error.h"
#include "overt/sign/key_file.h"

namespace overt {
namespace {

constexpr std::string_view kSecretWhat = "secret key of minisign's kind";
constexpr std::string_view kPublicWhat = "public key of minisign's kind";

// Places in the bytes of a secret key.
constexpr std::size_t kSalt = 6;
constexpr std::size_t kLimits = kSalt + 32;
constexpr std::size_t kSealed = kLimits + 16;
constexpr std::size_t kSealedSize = 8 + 64 + 32;
constexpr std::size_t kSecretSize = kSealed + kSealedSize;
constexpr std::size_t kMostMemory = std::size_t{1} << 31;
constexpr std::size_t kMostOperations = std::size_t{1} << 28;

// A text that is wiped when it goes.
struct Wiped {
  explicit Wiped(std::size_t size) : bytes(size, '\0') {}
  explicit Wiped(std::string text) : bytes(std::move(text)) {}
  Wiped(const Wiped&) = delete;
  Wiped& operator=(const Wiped&) = delete;
  ~Wiped() { sodium_memzero(bytes.data(), bytes.size()); }
  unsigned char* data() { return reinterpret_cast<unsigned char*>(bytes.data()); }
  std::string bytes;
};

template <typename Bytes>
void draw(Bytes& bytes, RandomSource& coins) {
  for (auto& byte : bytes) byte = static_cast<unsigned char>(coins.below(256));
}

void put_number(std::string& bytes, std::uint64_t number) {
  for (int i = 0; i < 8; ++i) bytes += static_cast<char>(number >> (8U * static_cast<unsigned>(i)));
}

std::uint64_t number_at(std::string_view bytes, std::size_t at) {
  std::uint64_t number = 0;
  for (std::size_t i = 8; i-- > 0;) {
    number = number << 8U | static_cast<unsigned char>(bytes[at + i]);
  }
  return number;
}

std::string_view view(std::span<const unsigned char> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::array<unsigned char, 32> checksum(const SecretKey& key) {
  std::array<unsigned char, 32> sum{};
  crypto_generichash_state state;
  crypto_generichash_init(&state, nullptr, 0, sum.size());
  crypto_generichash_update(&state, reinterpret_cast<const unsigned char*>("Ed"), 2);
  crypto_generichash_update(&state, key.id.data(), key.id.size());
  crypto_generichash_update(&state, key.key.data(), key.key.size());
  crypto_generichash_final(&state, sum.data(), sum.size());
  return sum;
}

// Seals and opens: the key's bytes and the stretched passphrase, added without carry.
void mix(std::span<unsigned char> sealed, std::string_view passphrase, std::string_view salt,
         const KeyStretch& stretch) {
  Wiped stream(sealed.size());
  if (crypto_pwhash_scryptsalsa208sha256(stream.data(), sealed.size(), passphrase.data(),
                                         passphrase.size(),
                                         reinterpret_cast<const unsigned char*>(salt.data()),
                                         stretch.operations, stretch.memory) != 0) {
    throw std::bad_alloc();
  }
  for (std::size_t i = 0; i < sealed.size(); ++i) sealed[i] ^= stream.data()[i];
}

std::string secret_bytes(std::string_view text, std::string_view name) {
  const auto lines = lines_of(text, 2, name, kSecretWhat);
  std::string bytes = bytes_of(lines[1], kSecretSize, "Ed", name, kSecretWhat);
  const std::string_view stretch(bytes.data() + 2, 2);
  const bool known = stretch == "Sc" || stretch == std::string_view("\0\0", 2);
  if (!known || bytes.substr(4, 2) != "B2") {
    throw Error(ErrorCode::malformed, fmt::format("{}: not a {}", name, kSecretWhat));
  }
  return bytes;
}

}  // namespace

SecretKey::SecretKey(SecretKey&& other) noexcept : id(other.id), key(other.key) {
  sodium_memzero(other.key.data(), other.key.size());
}

SecretKey::~SecretKey() { sodium_memzero(key.data(), key.size()); }

PublicKey SecretKey::public_key() const {
  PublicKey result;
  result.id = id;
  std::copy(key.begin() + 32, key.end(), result.key.begin());  // libsodium keeps it behind the seed
  return result;
}

SecretKey make_key(RandomSource& coins) {
  SecretKey result;
  Wiped seed(crypto_sign_SEEDBYTES);
  draw(seed.bytes, coins);
  draw(result.id, coins);
  PublicKey unused;
  crypto_sign_seed_keypair(unused.key.data(), result.key.data(), seed.data());
  return result;
}

KeyStretch strong_stretch() {
  return {crypto_pwhash_scryptsalsa208sha256_OPSLIMIT_SENSITIVE,
          crypto_pwhash_scryptsalsa208sha256_MEMLIMIT_SENSITIVE};
}

std::string key_id(const PublicKey& key) {
  std::string id;  // the last byte first
  for (std::size_t i = key.id.size(); i-- > 0;) id += fmt::format("{:02X}", key.id[i]);
  return id;
}

void wipe(std::string& text) { sodium_memzero(text.data(), text.size()); }

std::string print_public_key(const PublicKey& key) {
  std::string bytes = "Ed";
  bytes += view(key.id);
  bytes += view(key.key);
  return fmt::format("{}overt public key {}\n{}\n", kUntrusted, key_id(key), to_base64(bytes));
}

std::string print_secret_key(const SecretKey& key, std::string_view passphrase,
                             const KeyStretch& stretch, RandomSource& coins) {
  std::string salt(32, '\0');
  Wiped sealed{std::string(view(key.id))};
  sealed.bytes.reserve(kSealedSize);  // it must not move, and leave a copy behind
  sealed.bytes += view(key.key);
  sealed.bytes += view(checksum(key));
  std::string head = "Ed";
  if (passphrase.empty()) {
    head += std::string_view("\0\0", 2);
    head += "B2";
    head += salt;
    put_number(head, 0);
    put_number(head, 0);
  } else {
    draw(salt, coins);
    mix({sealed.data(), kSealedSize}, passphrase, salt, stretch);
    head += "ScB2";
    head += salt;
    put_number(head, stretch.operations);
    put_number(head, stretch.memory);
  }
  Wiped bytes(std::move(head));
  bytes.bytes.reserve(kSecretSize);
  bytes.bytes += sealed.bytes;
  return fmt::format("{}overt secret key: custodian only, not for release\n{}\n", kUntrusted,
                     to_base64(bytes.bytes));
}

PublicKey parse_public_key(std::string_view text, std::string_view name) {
  const auto lines = lines_of(text, 2, name, kPublicWhat);
  const std::string bytes = bytes_of(lines[1], 2 + 8 + 32, "Ed", name, kPublicWhat);
  PublicKey key;
  std::copy_n(bytes.begin() + 2, 8, key.id.begin());
  std::copy_n(bytes.begin() + 10, 32, key.key.begin());
  return key;
}

bool needs_passphrase(std::string_view text, std::string_view name) {
  const Wiped bytes(secret_bytes(text, name));
  return bytes.bytes[2] != '\0';
}

SecretKey parse_secret_key(std::string_view text, std::string_view passphrase,
                           std::string_view name) {
  Wiped bytes(secret_bytes(text, name));
  const std::span<unsigned char> sealed(bytes.data() + kSealed, kSealedSize);
  const bool sealed_up = bytes.bytes[2] != '\0';
  if (sealed_up) {
    const KeyStretch stretch{number_at(bytes.bytes, kLimits), number_at(bytes.bytes, kLimits + 8)};
    if (stretch.memory > kMostMemory || stretch.operations > kMostOperations) {
      throw Error(ErrorCode::malformed,
                  fmt::format("{}: asks for more than 2 GB to try a passphrase", name));
    }
    mix(sealed, passphrase, std::string_view(bytes.bytes).substr(kSalt, 32), stretch);
  }
  SecretKey key;
  std::copy_n(sealed.begin(), 8, key.id.begin());
  std::copy_n(sealed.begin() + 8, 64, key.key.begin());
  if (!sealed_up) {  // minisign leaves the checksum of such a key empty: the two halves must fit
                     // instead
    PublicKey derived;
    Wiped whole(key.key.size());
    crypto_sign_seed_keypair(derived.key.data(), whole.data(), key.key.data());
    if (derived.key == key.public_key().key) return key;
    throw Error(ErrorCode::malformed, fmt::format("{}: not a {}", name, kSecretWhat));
  }
  const auto sum = checksum(key);
  if (sodium_memcmp(sum.data(), &sealed[8 + 64], sum.size()) != 0) {
    throw Error(ErrorCode::usage,
                fmt::format("{}: the passphrase is not the one of this key", name));
  }
  return key;
}

}  // namespace overt
