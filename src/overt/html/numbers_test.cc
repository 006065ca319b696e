#include "overt/html/numbers.h"

#include <gtest/gtest.h>

#include <limits>

namespace overt {
namespace {

TEST(Numbers, GroupWholeOnesByThousands) {
  EXPECT_EQ(whole_number(0), "0");
  EXPECT_EQ(whole_number(999), "999");
  EXPECT_EQ(whole_number(1000), "1,000");
  EXPECT_EQ(whole_number(600000), "600,000");
  EXPECT_EQ(whole_number(18446744073709551615U), "18,446,744,073,709,551,615");
  EXPECT_EQ(whole_number(Wide{1} << 94), "19,807,040,628,566,084,398,385,987,584");
}

TEST(Numbers, HaveThreeDigitsThatCount) {
  EXPECT_EQ(short_number(0), "0");
  EXPECT_EQ(short_number(-0.0), "0");
  EXPECT_EQ(short_number(0.012345), "0.0123");
  EXPECT_EQ(short_number(0.5), "0.5");
  EXPECT_EQ(short_number(12.345), "12.3");
  EXPECT_EQ(short_number(123.45), "123");
  EXPECT_EQ(short_number(100), "100");
  EXPECT_EQ(short_number(1234567.8), "1,234,568");
  EXPECT_EQ(short_number(-1234.4), "-1,234");
  EXPECT_EQ(short_number(0.00001234), "1.23e-05");
  EXPECT_EQ(short_number(std::numeric_limits<double>::infinity()), "infinite");
  EXPECT_EQ(percent(1.0 / 3), "33.3\u00A0%");
  EXPECT_EQ(place(12.04), "12");
  EXPECT_EQ(place(-0.04), "0");
}

TEST(Numbers, TicksAreRoundAndWithinTheAxis) {
  EXPECT_EQ(axis_ticks(0, 10, 5), (std::vector<double>{0, 2, 4, 6, 8, 10}));
  EXPECT_EQ(axis_ticks(0, 1, 4).size(), 3U);  // 0, 0.5, 1
  EXPECT_EQ(axis_ticks(3, 41, 5), (std::vector<double>{10, 20, 30, 40}));
  for (const double high : {0.003, 0.37, 7.0, 1e6, 123456789.0}) {
    const std::vector<double> ticks = axis_ticks(0, high, 5);
    ASSERT_GE(ticks.size(), 2U);
    ASSERT_LE(ticks.size(), 7U);
    EXPECT_LE(ticks.back(), high * 1.0001);
  }
}

TEST(Numbers, CutLongTextsBetweenCharacters) {
  EXPECT_EQ(shortened("short", 5), "short");
  EXPECT_EQ(shortened("longer", 5), "long\u2026");
  EXPECT_EQ(shortened("\u00E9\u00E9\u00E9\u00E9", 3), "\u00E9\u00E9\u2026");
  EXPECT_EQ(text_width("\u65E5\u672C"), 4U);
  EXPECT_EQ(shortened("\u65E5\u672C\u8A9E", 4), "\u65E5\u2026");
  EXPECT_EQ(shortened("ab", 0), "\u2026");
}

// A value of a table may be as long as a line of a file. When this was quadratic it took minutes.
TEST(Numbers, a_very_long_text_is_shortened_in_one_pass) {
  const std::string text(16'000'000, 'x');
  EXPECT_EQ(shortened(text, 4), "xxx\u2026");
  EXPECT_EQ(shortened(text, text.size()), text);
}

}  // namespace
}  // namespace overt
