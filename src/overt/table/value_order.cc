#include "overt/table/value_order.h"

#include <ctime>

#include <array>
#include <charconv>
#include <string>

namespace overt {
namespace {

constexpr std::size_t kMostDigits = 18;  // before the point, and after it

bool is_digit(char c) { return c >= '0' && c <= '9'; }

OrderKey power_of_ten(std::size_t exponent) {
  OrderKey result = 1;
  for (; exponent > 0; --exponent) result *= 10;
  return result;
}

// A decimal as it stands: sign, digits, point, digits. Leading zeros are kept
// in mind, since only canonical texts count for identity.
struct Number {
  OrderKey key = 0;          // value * 10^18
  std::size_t decimals = 0;  // digits after the point
  bool canonical = false;    // no sign but '-', no leading zeros, not -0
  bool shortest = false;     // and no trailing zeros after the point
};

std::optional<Number> parse_number(std::string_view text) {
  Number result;
  const bool negative = !text.empty() && text[0] == '-';
  const bool plus = !text.empty() && text[0] == '+';
  std::size_t at = negative || plus ? 1 : 0;
  const std::size_t start = at;
  OrderKey digits = 0;
  while (at < text.size() && is_digit(text[at]) && at - start < kMostDigits) {
    digits = digits * 10 + (text[at++] - '0');
  }
  const std::size_t whole = at - start;
  if (whole == 0) return std::nullopt;
  if (at < text.size() && text[at] == '.') {
    ++at;
    while (at < text.size() && is_digit(text[at]) && result.decimals < kMostDigits) {
      digits = digits * 10 + (text[at++] - '0');
      ++result.decimals;
    }
    if (result.decimals == 0) return std::nullopt;
  }
  if (at != text.size()) return std::nullopt;
  result.key = digits * power_of_ten(kMostDigits - result.decimals);
  if (negative) result.key = -result.key;
  result.canonical = !plus && (whole == 1 || text[start] != '0') && !(negative && digits == 0);
  result.shortest = result.canonical && (result.decimals == 0 || text.back() != '0');
  return result;
}

bool leap(int year) { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; }

// Days since 1970-01-01 in the proleptic Gregorian calendar, or nothing for a
// day that does not exist or lies before year 1.
std::optional<OrderKey> day_number(int year, int month, int day) {
  static constexpr std::array<int, 12> kBefore = {0,   31,  59,  90,  120, 151,
                                                  181, 212, 243, 273, 304, 334};
  static constexpr std::array<int, 12> kLength = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  if (year < 1 || month < 1 || month > 12 || day < 1) return std::nullopt;
  const auto m = static_cast<std::size_t>(month - 1);
  if (day > kLength[m] + (month == 2 && leap(year) ? 1 : 0)) return std::nullopt;
  const int y = year - 1;  // whole years before this one, counted from year 1
  const auto years = [](int n) { return OrderKey{n} * 365 + n / 4 - n / 100 + n / 400; };
  return years(y) - years(1969) + kBefore[m] + (month > 2 && leap(year) ? 1 : 0) + (day - 1);
}

std::optional<OrderKey> parse_iso_date(std::string_view text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return std::nullopt;
  const auto part = [&](std::size_t at, std::size_t length) {
    int value = -1;
    for (std::size_t i = at; i < at + length; ++i) {
      if (!is_digit(text[i])) return -1;
    }
    std::from_chars(text.data() + at, text.data() + at + length, value);
    return value;
  };
  return day_number(part(0, 4), part(5, 2), part(8, 2));
}

std::optional<OrderKey> parse_date(const std::string& text, const std::string& format) {
  std::tm parts{};
  parts.tm_mday = 1;  // a format may do without the day, or the month
  const char* end = strptime(text.c_str(), format.c_str(), &parts);
  if (end == nullptr || *end != '\0') return std::nullopt;
  return day_number(parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday);
}

}  // namespace

ValueOrder find_order(const std::vector<std::string_view>& values) {
  if (values.empty()) return {};
  ValueOrder result;
  result.keys.reserve(values.size());

  // Numbers: one look per value decides between integer, decimal and neither.
  bool whole = true;
  bool shortest = true;
  bool same_decimals = true;
  std::size_t decimals = 0;
  for (const std::string_view value : values) {
    const auto number = parse_number(value);
    if (!number || !number->canonical) break;
    if (result.keys.empty()) decimals = number->decimals;
    whole = whole && number->decimals == 0;
    shortest = shortest && number->shortest;
    same_decimals = same_decimals && number->decimals == decimals;
    if (!shortest && !same_decimals) break;
    result.keys.push_back(number->key);
  }
  if (result.keys.size() == values.size()) {
    result.type = whole ? ValueType::integer : ValueType::decimal;
    return result;
  }

  result.keys.clear();
  for (const std::string_view value : values) {
    const auto day = parse_iso_date(value);
    if (!day) return {};
    result.keys.push_back(*day);
  }
  result.type = ValueType::date;
  return result;
}

ValueOrder declared_order(const std::vector<std::string_view>& values, const DeclaredType& declared,
                          std::optional<std::size_t>& bad) {
  ValueOrder result;
  result.type = declared.type;
  bad.reset();
  if (declared.type == ValueType::text) return result;
  for (std::size_t i = 0; i < values.size() && !bad; ++i) {
    std::optional<OrderKey> key;
    if (declared.type == ValueType::date) {
      key = declared.format.empty() ? parse_iso_date(values[i])
                                    : parse_date(std::string(values[i]), declared.format);
    } else if (const auto number = parse_number(values[i])) {
      if (declared.type == ValueType::decimal || number->decimals == 0) key = number->key;
    }
    if (key) {
      result.keys.push_back(*key);
    } else {
      bad = i;
    }
  }
  return result;
}

}  // namespace overt
