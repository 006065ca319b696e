#include "overt/sign/signature.h"

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <array>
#include <cassert>

#include "overt/base/error.h"
#include "overt/sign/key_file.h"

namespace overt {
namespace {

constexpr std::size_t kId = 2;
constexpr std::size_t kSignature = kId + 8;

const unsigned char* raw(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

std::string hashed(std::string_view text) {
  std::string hash(64, '\0');
  crypto_generichash(reinterpret_cast<unsigned char*>(hash.data()), hash.size(), raw(text),
                     text.size(), nullptr, 0);
  return hash;
}

std::string signature_of(std::string_view text, const SecretKey& key) {
  std::string signature(crypto_sign_BYTES, '\0');
  crypto_sign_detached(reinterpret_cast<unsigned char*>(signature.data()), nullptr, raw(text),
                       text.size(), key.key.data());
  return signature;
}

bool is_signature(std::string_view signature, std::string_view text, const PublicKey& key) {
  return crypto_sign_verify_detached(raw(signature), raw(text), text.size(), key.key.data()) == 0;
}

}  // namespace

std::string sign_text(std::string_view text, const SecretKey& key, std::string_view comment) {
  assert(comment.find_first_of("\r\n") == comment.npos);
  const std::string signature = signature_of(hashed(text), key);
  std::string bytes = "ED";
  bytes.append(reinterpret_cast<const char*>(key.id.data()), key.id.size());
  bytes += signature;
  return fmt::format("{}signature of overt\n{}\n{}{}\n{}\n", kUntrusted, to_base64(bytes), kTrusted,
                     comment, to_base64(signature_of(signature + std::string(comment), key)));
}

SignatureCheck check_signature(std::string_view text, std::string_view signature,
                               const PublicKey& key) {
  try {
    constexpr std::string_view kWhat = "signature";
    const auto lines = lines_of(signature, 4, kWhat, kWhat);
    // Old signatures, begun with "Ed", are of the whole file and not of its hash: not ours.
    const std::string bytes = bytes_of(lines[1], kSignature + 64, "ED", kWhat, kWhat);
    const std::string global = bytes_of(lines[3], 64, "", kWhat, kWhat);
    if (!lines[2].starts_with(kTrusted)) return {};
    if (!std::equal(key.id.begin(), key.id.end(), raw(bytes) + kId)) return {Signed::other_key, {}};
    const std::string own = bytes.substr(kSignature);
    const std::string comment = lines[2].substr(kTrusted.size());
    const bool good =
        is_signature(own, hashed(text), key) && is_signature(global, own + comment, key);
    return good ? SignatureCheck{Signed::good, comment} : SignatureCheck{Signed::bad, {}};
  } catch (const Error&) {
    return {};
  }
}

}  // namespace overt
