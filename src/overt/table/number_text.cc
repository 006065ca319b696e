#include "overt/table/number_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "overt/base/digit.h"

namespace overt {
namespace {

constexpr std::size_t kMostDigits = 17;  // that any double needs
// Python's: from 1e-04 up to below 1e+16 without an exponent.
constexpr int kLowestFixed = -4;
constexpr int kHighestFixed = 15;

// d.ddde+xx, the shortest that reads back, taken apart.
struct Shortest {
  bool negative = false;
  std::string digits;
  int exponent = 0;  // of the first digit
};

template <typename Float>
Shortest shortest(Float number) {
  std::array<char, 64> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number,
                                 std::chars_format::scientific)
                       .ptr;
  const std::string_view text(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
  Shortest result;
  const std::size_t e = text.find('e');
  for (const char c : text.substr(0, e)) {
    if (c == '-') result.negative = true;
    if (is_digit(c)) result.digits += c;
  }
  const std::size_t sign = text[e + 1] == '+' ? 2 : 1;
  std::from_chars(text.data() + e + sign, end, result.exponent);
  return result;
}

template <typename Float>
std::string print(Float number) {
  if (number == 0) return "0";
  const Shortest parts = shortest(number);
  std::string text = parts.negative ? "-" : "";
  const std::string& digits = parts.digits;
  const int exponent = parts.exponent;
  if (exponent < kLowestFixed || exponent > kHighestFixed) {
    text += digits[0];
    if (digits.size() > 1) text += "." + digits.substr(1);
    return text + fmt::format("e{}{:02}", exponent < 0 ? '-' : '+', std::abs(exponent));
  }
  if (exponent < 0) {
    return text + "0." + std::string(static_cast<std::size_t>(-exponent - 1), '0') + digits;
  }
  const auto whole = static_cast<std::size_t>(exponent) + 1;
  if (digits.size() <= whole) return text + digits + std::string(whole - digits.size(), '0');
  return text + digits.substr(0, whole) + "." + digits.substr(whole);
}

// Takes digits from the front; how many there were.
std::size_t take_digits(std::string_view& rest) {
  std::size_t n = 0;
  while (n < rest.size() && is_digit(rest[n])) ++n;
  rest.remove_prefix(n);
  return n;
}

std::optional<double> convert(std::string_view text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(number)) {
    return std::nullopt;
  }
  return number;
}

}  // namespace

std::string number_text(double number) { return print(number); }
std::string number_text(float number) { return print(number); }

std::optional<double> parse_written_number(std::string_view text) {
  std::string_view rest = text;
  if (rest.starts_with('-')) rest.remove_prefix(1);
  const std::string_view mantissa = rest;
  const bool zero = rest.starts_with('0');
  const std::size_t whole = take_digits(rest);
  if (whole == 0 || (zero && whole > 1)) return std::nullopt;
  if (rest.starts_with('.')) {
    rest.remove_prefix(1);
    if (take_digits(rest) == 0) return std::nullopt;
  }
  std::string digits(mantissa.substr(0, mantissa.size() - rest.size()));
  std::erase(digits, '.');
  const std::size_t first = digits.find_first_not_of('0');
  const std::size_t last = digits.find_last_not_of('0');
  if (first != digits.npos && last - first + 1 > kMostDigits) return std::nullopt;
  if (rest.starts_with('e') || rest.starts_with('E')) {
    if (whole > 1) return std::nullopt;
    const bool point = digits.size() > whole;
    rest.remove_prefix(1);
    if (rest.starts_with('+') || rest.starts_with('-')) {
      rest.remove_prefix(1);
    } else if (!point) {
      return std::nullopt;
    }
    if (take_digits(rest) == 0) return std::nullopt;
  }
  if (!rest.empty()) return std::nullopt;
  return convert(text);
}

std::optional<double> parse_any_number(std::string_view text) {
  if (text.starts_with('+')) {
    text.remove_prefix(1);
    if (text.starts_with('-')) return std::nullopt;
  }
  const std::size_t first = text.starts_with('-') ? 1 : 0;
  if (first == text.size() || (!is_digit(text[first]) && text[first] != '.')) return std::nullopt;
  return convert(text);
}

bool is_nan_or_infinity(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  if (text.size() < 3 || text.size() > 8) return false;
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return lower == "nan" || lower == "inf" || lower == "infinity";
}

ScaledNumber scaled(double number) {
  ScaledNumber result;
  if (number == 0) return result;
  const Shortest parts = shortest(number);
  std::from_chars(parts.digits.data(), parts.digits.data() + parts.digits.size(), result.digits);
  if (parts.negative) result.digits = -result.digits;
  result.exponent = parts.exponent + 1 - static_cast<int>(parts.digits.size());
  return result;
}

}  // namespace overt
