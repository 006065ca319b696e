#pragma once

// Signatures of small files, a certificate say, as minisign writes and checks them.
//
//   untrusted comment: signature of overt
//   base64: "ED", id of the key (8 bytes), Ed25519 of BLAKE2b-512 of the file
//   trusted comment: 2026-11-16 release/
//   base64: Ed25519 of the signature and the trusted comment
//
// A certificate holds the SHA-256 of every file of its release, so its signature is one of all.

#include <string>
#include <string_view>

#include "overt/sign/keys.h"

namespace overt {

// The signature's file. REQUIRES: `comment` is one line of printable text.
std::string sign_text(std::string_view text, const SecretKey& key, std::string_view comment);

enum class Signed {
  good,
  other_key,  // signed, but by a key with another id
  bad,        // neither the text nor the comment need be what was signed
  malformed,  // not a signature at all
};

struct SignatureCheck {
  Signed outcome = Signed::malformed;
  std::string comment;  // the trusted one, if good
};

// Whether `signature` is one of `text` by the key.
SignatureCheck check_signature(std::string_view text, std::string_view signature,
                               const PublicKey& key);

}  // namespace overt
