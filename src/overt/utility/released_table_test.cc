#include "overt/utility/released_table.h"

#include <gtest/gtest.h>

namespace overt {
namespace {

TEST(CodeSet, HoldsEverySubsetOfASmallDomain) {
  constexpr Code kDomain = 7;
  for (unsigned subset = 1; subset < 1U << kDomain; ++subset) {
    std::vector<Code> codes;
    for (Code code = kDomain; code-- > 0;) {  // backwards, and twice
      if ((subset >> code & 1) != 0) codes.insert(codes.end(), 2, code);
    }
    const CodeSet set = code_set(codes, kDomain - 1);
    EXPECT_EQ(set.size(), codes.size() / 2);
    for (Code code = 0; code < kDomain; ++code) {
      EXPECT_EQ(set.contains(code), (subset >> code & 1) != 0);
    }
  }
}

TEST(CodeSet, KeepsTheMissingValueOutOfTheInterval) {
  const CodeSet set = code_set({2, 1, 3}, 3);
  EXPECT_EQ(set.low, 1U);
  EXPECT_EQ(set.high, 2U);
  EXPECT_EQ(set.codes, std::vector<Code>{3});
  EXPECT_EQ(code_set({3}, 3).codes, std::vector<Code>{3});
  EXPECT_EQ(code_set({0, 2}, 9).codes, (std::vector<Code>{0, 2}));
}

}  // namespace
}  // namespace overt
