#include "overt/table/value_order.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "overt/base/rational.h"

namespace overt {
namespace {

using Values = std::vector<std::string_view>;

ValueType type_of(const Values& values) { return find_order(values).type; }

// All strings of up to `longest` bytes of the alphabet.
std::vector<std::string> all_texts(std::string_view alphabet, std::size_t longest) {
  std::vector<std::string> texts = {""};
  for (std::size_t from = 0, length = 1; length <= longest; ++length) {
    const std::size_t to = texts.size();
    for (; from < to; ++from) {
      for (const char c : alphabet) texts.push_back(texts[from] + c);
    }
  }
  return texts;
}

TEST(ValueOrder, IntegersByIdentity) {
  for (const char* text :
       {"0", "7", "10", "-1", "-120", "999999999999999999", "-999999999999999999"}) {
    EXPECT_EQ(type_of({text}), ValueType::integer) << text;
  }
  for (const char* text :
       {"", "-", "+", "01234", "00", "-0", "+5", "--5", "1e3", "1E3", " 5", "5 ", "0x1F", "1,000",
        "1_000", "1000000000000000000", "NaN", "inf", "\xD9\xA1"}) {
    EXPECT_EQ(type_of({text}), ValueType::text) << text;
  }
}

TEST(ValueOrder, DecimalsByIdentity) {
  for (const char* text : {"0.5", "-0.5", "1.0", "0.0", "0.000", "12.50", "999999999999999999.5",
                           "0.000000000000000001", "999999999999999999.999999999999999999"}) {
    EXPECT_EQ(type_of({text}), ValueType::decimal) << text;
  }
  for (const char* text : {"1.", ".5", "-.5", ".", "-0.0", "-0.00", "+0.5", "00.5", "01.5", "1.5e3",
                           "1.2.3", "1,5", "1000000000000000000.5", "0.0000000000000000001"}) {
    EXPECT_EQ(type_of({text}), ValueType::text) << text;
  }
}

// The rule itself: what prints back as the same bytes.
ValueType type_by_printing(const std::string& text) {
  const std::size_t point = text.find('.');
  char* end = nullptr;
  if (point == text.npos) {
    const long long whole = std::strtoll(text.c_str(), &end, 10);
    return std::to_string(whole) == text ? ValueType::integer : ValueType::text;
  }
  const std::size_t decimals = text.size() - point - 1;
  const double number = std::strtod(text.c_str(), &end);
  const bool minus_zero = number == 0 && text[0] == '-';
  const bool same = decimals > 0 && fmt::format("{:.{}f}", number, decimals) == text;
  return same && !minus_zero ? ValueType::decimal : ValueType::text;
}

TEST(ValueOrder, EveryShortTextAgainstTheRule) {
  std::size_t numbers = 0;
  for (const std::string& text : all_texts("-+.e015", 5)) {
    const ValueType expected = type_by_printing(text);
    ASSERT_EQ(type_of({text}), expected) << '"' << text << '"';
    numbers += expected == ValueType::text ? 0 : 1;
  }
  EXPECT_GT(numbers, 500U);
}

TEST(ValueOrder, NumbersOfMixedForm) {
  EXPECT_EQ(type_of({"1", "1.5"}), ValueType::decimal) << "both in shortest form";
  EXPECT_EQ(type_of({"12", "0.5", "-3.25"}), ValueType::decimal);
  EXPECT_EQ(type_of({"-1.50", "2.00", "0.00"}), ValueType::decimal) << "two decimals each";
  EXPECT_EQ(type_of({"1.5", "1.50"}), ValueType::text) << "neither shortest nor uniform";
  EXPECT_EQ(type_of({"1.50", "1.5"}), ValueType::text);
  EXPECT_EQ(type_of({"1", "1.0"}), ValueType::text) << "one value in two forms";
  EXPECT_EQ(type_of({"1.0", "2.25"}), ValueType::text);
  EXPECT_EQ(type_of({"1", "x"}), ValueType::text);
  EXPECT_EQ(type_of({"x", "1"}), ValueType::text);
  EXPECT_EQ(type_of({"1", "2024-01-01"}), ValueType::text);
  EXPECT_EQ(type_of({"2024-01-01", "1"}), ValueType::text);
  EXPECT_EQ(type_of({}), ValueType::text);
  EXPECT_TRUE(find_order({"1", "x"}).keys.empty());
}

// Hundreds of digits: too many to be a number here, and no overflow on the way.
TEST(ValueOrder, ManyDigitsAreText) {
  for (const std::size_t length : {19U, 20U, 38U, 39U, 40U, 400U}) {
    const std::string nines(length, '9');
    std::optional<std::size_t> bad;
    for (const std::string& text :
         {nines, "-" + nines, nines + ".5", "0." + nines, "-" + nines + "."}) {
      EXPECT_EQ(type_of({text}), ValueType::text) << text;
      declared_order({text}, {ValueType::decimal, ""}, bad);
      EXPECT_EQ(bad, 0U) << text;
    }
  }
}

// The keys order numbers as exact arithmetic does.
TEST(ValueOrder, NumbersAreOrderedByValue) {
  std::vector<std::string> texts = {"999999999999999999", "-999999999999999999",
                                    "999999999999999998.9", "0.000000000000000001"};
  for (const std::string& text : all_texts("-.12", 4)) {
    const ValueType type = type_of({text});
    const bool shortest = text.find('.') == text.npos || text.back() != '0';
    if (type != ValueType::text && shortest) texts.push_back(text);
  }
  const Values views(texts.begin(), texts.end());
  const ValueOrder order = find_order(views);
  ASSERT_EQ(order.type, ValueType::decimal);
  ASSERT_EQ(order.keys.size(), texts.size());
  const auto exact = [](const std::string& text) -> Rational {
    return text[0] == '-' ? Rational(-parse_rational(text.substr(1), ""))
                          : parse_rational(text, "");
  };
  for (std::size_t a = 0; a < texts.size(); ++a) {
    for (std::size_t b = 0; b < texts.size(); ++b) {
      ASSERT_EQ(order.keys[a] < order.keys[b], exact(texts[a]) < exact(texts[b]))
          << texts[a] << " and " << texts[b];
    }
  }
}

TEST(ValueOrder, DeclaredNumbersNeedNotBeCanonical) {
  std::optional<std::size_t> bad;
  const ValueOrder order =
      declared_order({"010", "+9", "-0", "-7", "9"}, {ValueType::integer, ""}, bad);
  EXPECT_FALSE(bad);
  EXPECT_EQ(order.type, ValueType::integer);
  ASSERT_EQ(order.keys.size(), 5U);
  EXPECT_GT(order.keys[0], order.keys[1]);
  EXPECT_GT(order.keys[1], order.keys[2]);
  EXPECT_GT(order.keys[2], order.keys[3]);
  EXPECT_EQ(order.keys[1], order.keys[4]);

  const ValueOrder decimals = declared_order({"1.5", "1.50", "01"}, {ValueType::decimal, ""}, bad);
  EXPECT_FALSE(bad);
  ASSERT_EQ(decimals.keys.size(), 3U);
  EXPECT_EQ(decimals.keys[0], decimals.keys[1]);
  EXPECT_LT(decimals.keys[2], decimals.keys[0]);
}

TEST(ValueOrder, DeclaredTypeThatDoesNotFit) {
  std::optional<std::size_t> bad;
  declared_order({"1", "2", "x", "y"}, {ValueType::integer, ""}, bad);
  EXPECT_EQ(bad, 2U) << "the first that does not fit";
  declared_order({"1", "1.5"}, {ValueType::integer, ""}, bad);
  EXPECT_EQ(bad, 1U);
  declared_order({"1", "1.5"}, {ValueType::decimal, ""}, bad);
  EXPECT_FALSE(bad) << "reset by the next call";
  declared_order({"5", "1e3"}, {ValueType::decimal, ""}, bad);
  EXPECT_EQ(bad, 1U);
  const ValueOrder text = declared_order({"5", "x"}, {ValueType::text, ""}, bad);
  EXPECT_FALSE(bad);
  EXPECT_EQ(text.type, ValueType::text);
  EXPECT_TRUE(text.keys.empty());
}

}  // namespace
}  // namespace overt
