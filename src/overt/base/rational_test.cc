#include "overt/base/rational.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <utility>

#include "overt/base/error.h"

namespace overt {
namespace {

std::string parsed(std::string_view text) { return to_string(parse_rational(text, "--max")); }

std::string refusal(std::string_view text) {
  try {
    return "accepted as " + parsed(text);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);
    return error.what();
  }
}

TEST(Rational, ShareIsInLowestTerms) {
  EXPECT_EQ(to_string(share(2, 6)), "1/3");
  EXPECT_EQ(to_string(share(0, 5)), "0");
  EXPECT_EQ(to_string(share(5, 5)), "1");
  EXPECT_EQ(share(1, 3) + share(1, 6), share(1, 2));
  EXPECT_LT(share(333333333, 1000000000), share(1, 3));
  EXPECT_GT(share(333333334, 1000000000), share(1, 3));
}

TEST(Rational, ShareOfTheLargestCounts) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
  EXPECT_EQ(to_string(share(kMost, kMost)), "1");
  EXPECT_EQ(to_string(share(kMost - 1, kMost)), "18446744073709551614/18446744073709551615");
  EXPECT_LT(share(kMost - 1, kMost), 1);
}

TEST(Rational, ParsesWholeNumbers) {
  EXPECT_EQ(parsed("0"), "0");
  EXPECT_EQ(parsed("3"), "3");
  EXPECT_EQ(parsed("007"), "7") << "decimal, not octal";
  EXPECT_EQ(parsed("18446744073709551616"), "18446744073709551616");
}

TEST(Rational, ParsesFractions) {
  EXPECT_EQ(parsed("1/3"), "1/3");
  EXPECT_EQ(parsed("2/6"), "1/3");
  EXPECT_EQ(parsed("6/2"), "3");
  EXPECT_EQ(parsed("0/7"), "0");
  EXPECT_EQ(parsed("010/012"), "5/6");
}

TEST(Rational, ParsesDecimalsExactly) {
  EXPECT_EQ(parsed("0.25"), "1/4");
  EXPECT_EQ(parsed("0.1"), "1/10");
  EXPECT_EQ(parsed("1.50"), "3/2");
  EXPECT_EQ(parsed("2.0"), "2");
  EXPECT_EQ(parsed("0.3333333333333333333333"), "3333333333333333333333/10000000000000000000000");
  EXPECT_LT(parse_rational("0.3333333333333333333333", "--max"), share(1, 3));
}

TEST(Rational, WhatIsParsedIsCanonical) {
  for (const char* text : {"2/6", "0.50", "4/2", "0/3", "0.0"}) {
    const Rational value = parse_rational(text, "--max");
    Rational canonical = value;
    canonical.canonicalize();
    EXPECT_EQ(value.get_num(), canonical.get_num()) << text;
    EXPECT_EQ(value.get_den(), canonical.get_den()) << text;
  }
}

TEST(Rational, HugeNumbers) {
  const std::string most(1000, '9');
  EXPECT_EQ(parsed(most), most);
  EXPECT_EQ(parsed(most + "/" + most), "1");
  EXPECT_EQ(parsed("0." + most), most + "/1" + std::string(1000, '0'));
}

TEST(Rational, RoundedUp) {
  for (const auto& [value, text] : {std::pair{"4/3", "4/3"},
                                    {"1/100", "1/100"},
                                    {"0", "0"},
                                    {"6938/1989763", "0.0035"},
                                    {"1/285", "0.0036"},
                                    {"1000/999", "1.1"},
                                    {"10001/1000", "11"},
                                    {"999/1001", "1"},
                                    {"199/1000", "0.2"}}) {
    const Rational exact = parse_rational(value, "x");
    EXPECT_EQ(rounded_up(exact), text) << value;
    EXPECT_GE(parse_rational(rounded_up(exact), "x"), exact);
  }
}

TEST(Rational, RefusesTheRest) {
  for (const char* text : {"",    " ",    "-1",  "+1",    "1e3",   ".5",   "1.",   "1..2", "1.2.3",
                           "1/",  "/3",   "/",   "1/2/3", "1/-3",  "-1/3", "1 /3", " 1",   "1 ",
                           "1,5", "0x10", "one", "1/3.5", "0.5/2", "nan",  "inf"}) {
    EXPECT_EQ(refusal(text).rfind("--max: not a ", 0), 0U) << text << ": " << refusal(text);
    EXPECT_NE(refusal(text).find("expected a fraction such as 1/3 or 0.25"), std::string::npos);
  }
  EXPECT_EQ(refusal("1/0").rfind("--max: the denominator is zero", 0), 0U);
  EXPECT_EQ(refusal("0/000").rfind("--max: the denominator is zero", 0), 0U);
}

TEST(Rational, RefusesWhatIsLongerThanAnyoneWrites) {
  const std::string longer(1001, '1');
  EXPECT_EQ(refusal(longer).rfind("--max: not a number", 0), 0U);
  EXPECT_EQ(refusal("1/" + longer).rfind("--max: not a fraction", 0), 0U);
  EXPECT_EQ(refusal("0." + longer).rfind("--max: not a number", 0), 0U);
  EXPECT_EQ(refusal(std::string("1\0", 2)).rfind("--max: not a number", 0), 0U);
}

}  // namespace
}  // namespace overt
