// Keys and signatures: what minisign made is read, what is made here is read back, and nothing
// that was changed passes. tests/cli/sign_test.py lets minisign itself check ours.

#include <gtest/gtest.h>

#include <string>

#include "overt/base/error.h"
#include "overt/base/random.h"
#include "overt/sign/keys.h"
#include "overt/sign/signature.h"

namespace overt {
namespace {

// Of minisign 0.11: a key without a passphrase, and its signature of "hello\n".
constexpr const char* kPublic =
    "untrusted comment: minisign public key B2E8734B136F83E\n"
    "RWQ++DaxNIcuCykOZdWNFwwFIpAK74kSPNGPdLTy1pTlQnfRpNxljmSn\n";
constexpr const char* kSecret =
    "untrusted comment: minisign encrypted secret key\n"
    "RWQAAEIyAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAPvg2sTSHLgsVJSJ2CCTb2Q"
    "e1EjCRWOJ+8hHMCYjb7mqFo7eV6fdahikOZdWNFwwFIpAK74kSPNGPdLTy1pTlQnfRpNxljmSnAAAAAAAAAAAAAAAAAAAA"
    "AAAAAAAAAAAAAAAAAAAAAAA=\n";
constexpr const char* kSignature =
    "untrusted comment: signature from minisign secret key\n"
    "RUQ++DaxNIcuC9TgU6BGBR9qYvHKopBZFwaekmfYsgxyTsl24qzXKRuhaiFyRnlXoXQotBd0dhOc3NLhg7jyXG0TGQ0k4x"
    "rhqwI=\n"
    "trusted comment: a comment\n"
    "Sk7njGBvMSDEbyGCkfpCe1tLSksrJd1sMLu96POKo7jJeCMXWCR909L+bzmqMy5Piv+DSIuN5V18c9MYyh91DQ==\n";

KeyStretch weak() { return {32768, 16777216}; }  // libsodium's least

ErrorCode refused(const std::string& text, const std::string& passphrase = "") {
  try {
    parse_secret_key(text, passphrase, "key");
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()).find("key: "), 0U);
    return error.code();
  }
  ADD_FAILURE() << "taken";
  return ErrorCode::io;
}

TEST(Sign, what_minisign_made_is_read) {
  const PublicKey key = parse_public_key(kPublic, "key");
  const SignatureCheck found = check_signature("hello\n", kSignature, key);
  EXPECT_EQ(found.outcome, Signed::good);
  EXPECT_EQ(found.comment, "a comment");
  EXPECT_EQ(parse_secret_key(kSecret, "", "key").public_key(), key);
  // Ed25519 draws no coins: the same signature, byte for byte, but for the untrusted comment.
  const std::string own = sign_text("hello\n", parse_secret_key(kSecret, "", "key"), "a comment");
  EXPECT_EQ(own.substr(own.find('\n')),
            std::string(kSignature).substr(std::string(kSignature).find('\n')));
}

TEST(Sign, a_key_comes_back_with_its_passphrase_alone) {
  SeededRandom coins(1);
  const SecretKey key = make_key(coins);
  const std::string sealed = print_secret_key(key, "correct horse", weak(), coins);
  EXPECT_TRUE(needs_passphrase(sealed, "key"));
  EXPECT_EQ(parse_secret_key(sealed, "correct horse", "key").key, key.key);
  EXPECT_EQ(refused(sealed, "correct horsE"), ErrorCode::usage);
  EXPECT_EQ(refused(sealed, ""), ErrorCode::usage);
  const std::string open = print_secret_key(key, "", weak(), coins);
  EXPECT_FALSE(needs_passphrase(open, "key"));
  EXPECT_EQ(parse_secret_key(open, "", "key").id, key.id);
  EXPECT_EQ(parse_public_key(print_public_key(key.public_key()), "key"), key.public_key());
  EXPECT_NE(make_key(coins).key, key.key);
}

TEST(Sign, nothing_that_was_changed_passes) {
  SeededRandom coins(2);
  const SecretKey key = make_key(coins);
  const std::string text = "{\"method\": \"local\"}\n";
  const std::string signature = sign_text(text, key, "2026-11-16");
  const auto outcome = [&](const std::string& of, const std::string& by) {
    return check_signature(of, by, key.public_key()).outcome;
  };
  EXPECT_EQ(outcome(text, signature), Signed::good);
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string other = text;
    other[i] = static_cast<char>(other[i] ^ 1);
    EXPECT_EQ(outcome(other, signature), Signed::bad) << i;
  }
  // All but the untrusted comment counts, and whatever is added.
  for (std::size_t i = signature.find('\n'); i < signature.size(); ++i) {
    std::string other = signature;
    other[i] = static_cast<char>(other[i] ^ 1);
    EXPECT_NE(outcome(text, other), Signed::good) << i;
  }
  EXPECT_NE(outcome(text, signature + "more\n"), Signed::good);
  EXPECT_NE(outcome(text, signature.substr(0, signature.size() - 10)), Signed::good);
  EXPECT_EQ(outcome(text, ""), Signed::malformed);
  EXPECT_EQ(check_signature(text, signature, make_key(coins).public_key()).outcome,
            Signed::other_key);
  PublicKey impostor = make_key(coins).public_key();
  impostor.id = key.id;  // anybody can choose an id
  EXPECT_EQ(check_signature(text, signature, impostor).outcome, Signed::bad);
}

TEST(Sign, files_that_are_no_keys) {
  SeededRandom coins(3);
  const std::string good = print_secret_key(make_key(coins), "x", weak(), coins);
  EXPECT_EQ(refused(""), ErrorCode::malformed);
  EXPECT_EQ(refused("untrusted comment: a\n"), ErrorCode::malformed);
  EXPECT_EQ(refused("untrusted comment: a\nAAAA\n"), ErrorCode::malformed);
  EXPECT_EQ(refused(kPublic), ErrorCode::malformed);
  EXPECT_EQ(refused(good.substr(good.find('\n') + 1)), ErrorCode::malformed);
  EXPECT_EQ(refused(good + "\n\n"), ErrorCode::malformed);
  EXPECT_EQ(refused("untrusted comment: a\n" + std::string(1'000'000, 'A')), ErrorCode::malformed);
  EXPECT_THROW(parse_public_key(good, "key"), Error);
  // Limits that would fill the memory are not tried.
  const SecretKey key = make_key(coins);
  std::string greedy = print_secret_key(key, "x", weak(), coins);
  const std::size_t line = greedy.find('\n') + 1;
  greedy.replace(line + 60, 4, "////");  // in the middle of the limits
  EXPECT_EQ(refused(greedy, "x"), ErrorCode::malformed);
}

}  // namespace
}  // namespace overt
