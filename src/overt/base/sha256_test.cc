#include "overt/base/sha256.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace overt {
namespace {

std::string digest(std::string_view bytes) {
  Sha256 hash;
  hash.update(bytes);
  return hash.finish();
}

// FIPS 180-4 examples (NIST, "SHA256.pdf" and the CAVP's long messages).
TEST(Sha256, KnownVectors) {
  EXPECT_EQ(digest(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(digest("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(digest("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(digest(std::string(1000000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, NothingHashedAtAll) {
  Sha256 hash;
  EXPECT_EQ(hash.finish(), digest(""));
}

TEST(Sha256, PiecesDoNotMatter) {
  std::string bytes;
  for (int i = 0; i < 300; ++i) bytes += static_cast<char>(i);
  const std::string whole = digest(bytes);
  for (std::size_t cut = 0; cut <= bytes.size(); ++cut) {
    Sha256 hash;
    hash.update(std::string_view(bytes).substr(0, cut));
    hash.update({});
    hash.update(std::string_view(bytes).substr(cut));
    ASSERT_EQ(hash.finish(), whole) << "cut at " << cut;
  }
  Sha256 one_by_one;
  for (const char c : bytes) one_by_one.update({&c, 1});
  EXPECT_EQ(one_by_one.finish(), whole);
}

TEST(Sha256, ZeroBytesCount) {
  EXPECT_NE(digest(std::string_view("\0", 1)), digest(""));
  EXPECT_NE(digest(std::string_view("a\0b", 3)), digest("a"));
}

}  // namespace
}  // namespace overt
