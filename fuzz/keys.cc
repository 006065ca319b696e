// The files of keys and signatures: a public key, a secret key without a passphrase (stretching one
// would take a second each), and a signature by a key of ours.

#include <array>

#include "fuzz/target.h"
#include "overt/sign/keys.h"
#include "overt/sign/signature.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace overt::fuzz;
  const std::string_view text = text_of(data, size);
  overt::PublicKey read;
  if (succeeds([&] { read = overt::parse_public_key(text, "t"); })) {
    expect(overt::parse_public_key(overt::print_public_key(read), "t") == read, "another key");
  }
  succeeds([&] {
    if (!overt::needs_passphrase(text, "t")) overt::parse_secret_key(text, "", "t");
  });
  static const overt::PublicKey ours = [] {
    overt::SeededRandom coins(1);
    return overt::make_key(coins).public_key();
  }();
  const overt::SignatureCheck check = overt::check_signature("certified", text, ours);
  expect(check.comment.empty() || check.outcome == overt::Signed::good, "a comment of nobody");
  return 0;
}
