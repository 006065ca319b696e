#include "overt/table/key_codes.h"

#include <gtest/gtest.h>

#include <string_view>
#include <unordered_map>
#include <vector>

#include "overt/base/random.h"

namespace overt {
namespace {

TEST(KeyCodes, AreNumbersInTheOrderOfFirstAppearance) {
  KeyCodes<std::string_view> codes;
  EXPECT_EQ(codes.code("b"), 0U);
  EXPECT_EQ(codes.code("a"), 1U);
  EXPECT_EQ(codes.code("b"), 0U);
  EXPECT_EQ(codes.code("b"), 0U);
  EXPECT_EQ(codes.code(""), 2U);
  EXPECT_EQ(codes.keys(), (std::vector<std::string_view>{"b", "a", ""}));
}

// While the table grows many times, and with numbers that share their low bits.
TEST(KeyCodes, AreThoseOfAMap) {
  SeededRandom coins(3);
  KeyCodes<std::uint64_t> codes;
  std::unordered_map<std::uint64_t, std::uint32_t> expected;
  for (int i = 0; i < 50'000; ++i) {
    const std::uint64_t key = std::uint64_t{coins.below(20'000)} << (i % 2 == 0 ? 0U : 40U);
    const auto number = static_cast<std::uint32_t>(expected.size());
    ASSERT_EQ(codes.code(key), expected.emplace(key, number).first->second);
  }
  EXPECT_EQ(codes.keys().size(), expected.size());
  for (const auto& [key, code] : expected) EXPECT_EQ(codes.keys()[code], key);
}

}  // namespace
}  // namespace overt
