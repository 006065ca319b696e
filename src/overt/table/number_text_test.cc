#include "overt/table/number_text.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <string>

namespace overt {
namespace {

TEST(NumberText, AsPythonWritesThemButForPointZero) {
  EXPECT_EQ(number_text(22.0), "22");
  EXPECT_EQ(number_text(0.42), "0.42");
  EXPECT_EQ(number_text(1e-05), "1e-05");
  EXPECT_EQ(number_text(0.0001), "0.0001");
  EXPECT_EQ(number_text(0.1 + 0.2), "0.30000000000000004");
  EXPECT_EQ(number_text(-1234.5), "-1234.5");
  EXPECT_EQ(number_text(1e15), "1000000000000000");
  EXPECT_EQ(number_text(1e16), "1e+16");
  EXPECT_EQ(number_text(1.5e300), "1.5e+300");
  EXPECT_EQ(number_text(5e-324), "5e-324");
  EXPECT_EQ(number_text(-0.0), "0");
  EXPECT_EQ(number_text(0.1F), "0.1") << "a float has its own shortest form";
  EXPECT_EQ(number_text(16777216.0F), "16777216");
}

// Numbers from all over: every exponent, patterns of bits, and what is next to powers of ten.
TEST(NumberText, ReadsBackAsTheSameNumberAndAsOneText) {
  std::uint64_t bits = 0x9E3779B97F4A7C15ULL;
  std::size_t tried = 0;
  const auto expect_back = [&](double number) {
    if (!std::isfinite(number)) return;
    const std::string text = number_text(number);
    const auto back = parse_written_number(text);
    ASSERT_TRUE(back) << text;
    ASSERT_EQ(*back, number) << text;
    ASSERT_EQ(number_text(*back), text);
    ASSERT_EQ(parse_any_number(text), back);
    const ScaledNumber parts = scaled(number);
    ASSERT_EQ(parse_any_number(fmt::format("{}e{}", parts.digits, parts.exponent)), number);
    ++tried;
  };
  for (int i = 0; i < 20000; ++i) {
    bits = bits * 6364136223846793005ULL + 1442695040888963407ULL;
    expect_back(std::bit_cast<double>(bits));
  }
  for (int exponent = -323; exponent <= 308; ++exponent) {
    const double power = std::pow(10.0, exponent);
    for (const double one :
         {power, -power, std::nextafter(power, 0), std::nextafter(power, 1e308)}) {
      expect_back(one);
    }
  }
  EXPECT_GT(tried, 20000U);
}

TEST(NumberText, NanAndInfinities) {
  for (const char* text : {"nan", "NaN", "NAN", "inf", "-inf", "+Inf", "Infinity", "-infinity"}) {
    EXPECT_TRUE(is_nan_or_infinity(text)) << text;
    EXPECT_FALSE(parse_any_number(text)) << text;
    EXPECT_FALSE(parse_written_number(text)) << text;
  }
  for (const char* text : {"", "na", "n/a", "nano", "info", "1", "infinite"}) {
    EXPECT_FALSE(is_nan_or_infinity(text)) << text;
  }
}

}  // namespace
}  // namespace overt
