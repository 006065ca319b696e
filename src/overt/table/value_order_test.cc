#include "overt/table/value_order.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <regex>
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
  for (const char* text : {"12.50", "0.000", "999999999999999999.5", "0.00001",
                           "0.000000000000000001", "999999999999999999.999999999999999999"}) {
    EXPECT_EQ(type_of({text}), ValueType::decimal) << text;
  }
  for (const char* text : {"1.", ".5", "-.5", ".", "+0.5", "00.5", "01.5", "15.5e3", "1.2.3", "1,5",
                           "1000000000000000000.5", "0.1234567890123456789"}) {
    EXPECT_EQ(type_of({text}), ValueType::text) << text;
  }
}

TEST(ValueOrder, NumbersAsProgramsWriteThem) {
  for (const char* text : {"0.5", "-0.5", "1e-05", "1.5e+20", "1E-05", "5e-324", "2.5e+300",
                           "0.30000000000000004", "1.7976931348623157e+308", "1e+16", "1e-5",
                           "8.5e-4", "8.500000089406968e-4", "1.0E16", "1.0E-5", "2.5e300"}) {
    const ValueOrder order = find_order({text});
    EXPECT_EQ(order.type, ValueType::number) << text;
    EXPECT_EQ(order.keys.size(), 1U);
  }
  for (const char* text : {"1.0", "22.0", "-3.0", "0.0", "-0.0", "1e+03", "2.5e+01", "2.5E1"}) {
    EXPECT_EQ(type_of({text}), ValueType::integer) << text << ": whole";
  }
  for (const char* text :
       {"1e3", "1E3", "5e10", "12e-05", "12e-5", "1e-", "1.5e", "1.0e999", "1e+999",
        "0.123456789012345678901", "1e-05x", "e-05", "1.e-05", "nan", "inf"}) {
    EXPECT_EQ(type_of({text}), ValueType::text) << text;
  }
}

// The rule itself, for numbers without an exponent.
ValueType type_by_printing(const std::string& text) {
  const std::size_t point = text.find('.');
  char* end = nullptr;
  if (point == text.npos) {
    const long long whole = std::strtoll(text.c_str(), &end, 10);
    return std::to_string(whole) == text ? ValueType::integer : ValueType::text;
  }
  const std::size_t decimals = text.size() - point - 1;
  const double number = std::strtod(text.c_str(), &end);
  const bool same = decimals > 0 && fmt::format("{:.{}f}", number, decimals) == text;
  if (!same) return ValueType::text;
  if (number == std::floor(number) && (decimals == 1 || text[0] == '-')) {
    if (decimals == 1 || number == 0) return ValueType::integer;
  }
  return text.back() == '0' ? ValueType::decimal : ValueType::number;
}

TEST(ValueOrder, EveryShortTextAgainstTheRule) {
  std::size_t numbers = 0;
  for (const std::string& text : all_texts("-+.e015", 5)) {
    // 1e-05, 1e-5, 1.5e5: the test above.
    static const std::regex kExponent("-?[015](\\.[015]+)?e[-+][015]+|-?[015]\\.[015]+e[015]+");
    if (std::regex_match(text, kExponent)) continue;
    const ValueType expected = type_by_printing(text);
    ASSERT_EQ(type_of({text}), expected) << '"' << text << '"';
    numbers += expected == ValueType::text ? 0 : 1;
  }
  EXPECT_GT(numbers, 500U);
}

TEST(ValueOrder, NumbersOfMixedForm) {
  EXPECT_EQ(type_of({"1", "1.5"}), ValueType::number) << "both in shortest form";
  EXPECT_EQ(type_of({"12", "0.5", "-3.25"}), ValueType::number);
  EXPECT_EQ(type_of({"-1.50", "2.00", "0.00"}), ValueType::decimal) << "two decimals each";
  EXPECT_TRUE(find_order({"-1.50", "2.00"}).texts.empty()) << "they stay as they are";
  EXPECT_EQ(type_of({"1", "x"}), ValueType::text);
  EXPECT_EQ(type_of({"x", "1"}), ValueType::text);
  EXPECT_EQ(type_of({"1", "2024-01-01"}), ValueType::text);
  EXPECT_EQ(type_of({"2024-01-01", "1"}), ValueType::text);
  EXPECT_EQ(type_of({"10000000000000000000000", "20000000000000000000000"}), ValueType::text)
      << "codes, however few of their digits count";
  EXPECT_EQ(type_of({}), ValueType::text);
  EXPECT_TRUE(find_order({"1", "x"}).keys.empty());
}

// As pandas writes ages, shares and small numbers: one order, one text for one number.
TEST(ValueOrder, FloatsHaveOneTextEach) {
  using Texts = std::vector<std::string>;
  const ValueOrder floats = find_order({"22.0", "0.42", "1e-05", "100000.0", "-0.0", "1.50"});
  EXPECT_EQ(floats.type, ValueType::number);
  EXPECT_EQ(floats.texts, (Texts{"22", "0.42", "1e-05", "100000", "0", "1.5"}));
  EXPECT_LT(floats.keys[4], floats.keys[2]);
  EXPECT_LT(floats.keys[2], floats.keys[1]);
  EXPECT_LT(floats.keys[0], floats.keys[3]);
  EXPECT_EQ(floats.keys[0], 22 * floats.unit);
  const ValueOrder whole = find_order({"19.0", "2.0", "21.0"});
  EXPECT_EQ(whole.type, ValueType::integer);
  EXPECT_EQ(whole.texts, (Texts{"19", "2", "21"}));
  const ValueOrder same = find_order({"1", "1.0"});
  EXPECT_EQ(same.texts, (Texts{"1", "1"}));
  EXPECT_EQ(same.keys[0], same.keys[1]);
}

TEST(ValueOrder, NumbersTooFarApartForOneUnitKeepTheirOrder) {
  const std::vector<std::string> texts = {"-1e+300", "-1.5",   "-1e-300", "0.0",
                                          "5e-324",  "1e-300", "2.5",     "1e+300"};
  const ValueOrder order = find_order({texts.begin(), texts.end()});
  ASSERT_EQ(order.type, ValueType::number);
  EXPECT_TRUE(order.unit == 0);
  for (std::size_t i = 1; i < texts.size(); ++i) EXPECT_LT(order.keys[i - 1], order.keys[i]) << i;
}

TEST(ValueOrder, DeclaredNumbersTakeWhatAnyoneWrites) {
  std::optional<std::size_t> bad;
  const ValueOrder order =
      declared_order({"1e3", ".5", "5.", "+7", "007", "-1E-2"}, {ValueType::number, ""}, bad);
  EXPECT_FALSE(bad);
  EXPECT_EQ(order.type, ValueType::number);
  EXPECT_EQ(order.texts, (std::vector<std::string>{"1000", "0.5", "5", "7", "7", "-0.01"}));
  for (const char* text : {"nan", "inf", "-inf", "1e999", "", "-", "+-1", "0x1F", " 1", "1,5"}) {
    declared_order({"1", text}, {ValueType::number, ""}, bad);
    EXPECT_EQ(bad, 1U) << text;
  }
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
  ASSERT_NE(order.type, ValueType::text);
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
