#include "overt/table/value_order.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>

#include "overt/base/digit.h"
#include "overt/table/calendar.h"
#include "overt/table/number_text.h"

namespace overt {
namespace {

constexpr std::size_t kMostDigitsASide = 18;  // before the point, and after it
constexpr OrderKey kOne = 1'000'000'000'000'000'000;
constexpr std::int64_t kYear1000 = -354'285;  // the day before it begins
constexpr int kKeyDigits = 37;                // that an OrderKey surely holds

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
  while (at < text.size() && is_digit(text[at]) && at - start < kMostDigitsASide) {
    digits = digits * 10 + (text[at++] - '0');
  }
  const std::size_t whole = at - start;
  if (whole == 0) return std::nullopt;
  if (at < text.size() && text[at] == '.') {
    ++at;
    while (at < text.size() && is_digit(text[at]) && result.decimals < kMostDigitsASide) {
      digits = digits * 10 + (text[at++] - '0');
      ++result.decimals;
    }
    if (result.decimals == 0) return std::nullopt;
  }
  if (at != text.size()) return std::nullopt;
  result.key = digits * power_of_ten(kMostDigitsASide - result.decimals);
  if (negative) result.key = -result.key;
  result.canonical = !plus && (whole == 1 || text[start] != '0') && !(negative && digits == 0);
  result.shortest = result.canonical && (result.decimals == 0 || text.back() != '0');
  return result;
}

// Keys of floating-point numbers: exact multiples of one power of ten where that fits, else the
// order alone, which the bits of the numbers have.
void set_float_keys(const std::vector<double>& numbers, ValueOrder& order) {
  int lowest = 0;
  int highest = 0;
  for (const double number : numbers) {
    const ScaledNumber parts = scaled(number);
    lowest = std::min(lowest, parts.exponent);
    highest = std::max(highest, parts.exponent + 17);
  }
  const bool fits = highest - lowest <= kKeyDigits;
  for (const double number : numbers) {
    const ScaledNumber parts = scaled(number);
    if (fits) {
      order.keys.push_back(OrderKey{parts.digits} *
                           power_of_ten(static_cast<std::size_t>(parts.exponent - lowest)));
      continue;
    }
    const auto bits = std::bit_cast<std::int64_t>(std::abs(number));
    order.keys.push_back(number < 0 ? -OrderKey{bits} : OrderKey{bits});
  }
  order.unit = fits ? power_of_ten(static_cast<std::size_t>(-lowest)) : 0;
}

// Floating-point numbers; integers if all of them are whole.
ValueOrder float_order(const std::vector<double>& numbers, bool declared) {
  ValueOrder order;
  for (const double number : numbers) order.texts.push_back(number_text(number));
  const bool whole = std::all_of(numbers.begin(), numbers.end(), [](double number) {
    return std::floor(number) == number && std::abs(number) < 1e15;
  });
  order.type = whole && !declared ? ValueType::integer : ValueType::number;
  set_float_keys(numbers, order);
  return order;
}

// By identity: integers, decimals in shortest form or of one number of digits.
std::optional<ValueOrder> number_order(const std::vector<std::string_view>& values) {
  ValueOrder result;
  result.keys.reserve(values.size());
  bool whole = true;
  bool shortest = true;
  bool same_decimals = true;
  bool fractions = false;
  std::size_t decimals = 0;
  for (const std::string_view value : values) {
    const auto number = parse_number(value);
    if (!number || !number->canonical) return std::nullopt;
    if (result.keys.empty()) decimals = number->decimals;
    whole = whole && number->decimals == 0;
    shortest = shortest && number->shortest;
    same_decimals = same_decimals && number->decimals == decimals;
    fractions = fractions || number->key % kOne != 0;
    if (!shortest && !same_decimals) return std::nullopt;
    result.keys.push_back(number->key);
  }
  result.unit = kOne;
  result.type = whole ? ValueType::integer : ValueType::decimal;
  if (whole) return result;
  if (!fractions && decimals == 1) return std::nullopt;  // 22.0: whole numbers as floats
  const bool floats = shortest && std::all_of(values.begin(), values.end(), [](auto value) {
                        const auto number = parse_written_number(value);
                        return number && number_text(*number) == value;
                      });
  if (floats) result.type = ValueType::number;
  return result;
}

template <typename Parse>
std::optional<std::vector<OrderKey>> keys_by(const std::vector<std::string_view>& values,
                                             const Parse& parse) {
  std::vector<OrderKey> keys;
  keys.reserve(values.size());
  for (const std::string_view value : values) {
    const auto key = parse(value);
    if (!key) return std::nullopt;
    keys.push_back(*key);
  }
  return keys;
}

// Days where all are midnight. The zeros of fractions go where nothing else is there.
std::optional<ValueOrder> timestamp_order(const std::vector<std::string_view>& values) {
  std::vector<Timestamp> parsed;
  bool midnight = true;
  bool fractions = false;
  bool zeros = false;
  for (const std::string_view value : values) {
    const auto one = parse_iso_timestamp(value);
    if (!one || one->moment != (parsed.empty() ? *one : parsed[0]).moment) return std::nullopt;
    midnight = midnight && one->midnight && !one->moment;
    fractions = fractions || one->fraction;
    zeros = zeros || one->zeros > 0;
    parsed.push_back(*one);
  }
  ValueOrder order;
  order.type = midnight ? ValueType::date : ValueType::timestamp;
  order.unit = midnight ? 1 : kNanosecondsOfDay;
  for (std::size_t i = 0; i < values.size(); ++i) {
    order.keys.push_back(midnight ? parsed[i].at / kNanosecondsOfDay : parsed[i].at);
    std::string text(values[i]);
    if (midnight) {
      text.resize(10);
    } else if (!fractions && parsed[i].zeros > 0) {
      text.erase(parsed[i].zeros_at, parsed[i].zeros);
    }
    if (midnight || (zeros && !fractions)) order.texts.push_back(std::move(text));
  }
  return order;
}

}  // namespace

ValueOrder find_order(const std::vector<std::string_view>& values) {
  if (values.empty()) return {};
  if (auto order = number_order(values)) return std::move(*order);
  std::vector<double> floats;
  for (const std::string_view value : values) {
    const auto number = parse_written_number(value);
    if (!number) break;
    floats.push_back(*number);
  }
  if (floats.size() == values.size()) {
    // Whole numbers too long for us are codes, not quantities.
    const bool point = std::any_of(values.begin(), values.end(), [](std::string_view value) {
      return value.find_first_of(".eE") != value.npos;
    });
    return point ? float_order(floats, false) : ValueOrder();
  }
  if (auto keys = keys_by(values, parse_iso_date)) return {ValueType::date, *keys, 1, {}};
  if (auto order = timestamp_order(values)) return std::move(*order);
  if (auto keys = keys_by(values, parse_time)) {
    return {ValueType::time, *keys, kNanosecondsOfHour, {}};
  }
  return {};
}

ValueOrder declared_order(const std::vector<std::string_view>& values, const DeclaredType& declared,
                          std::optional<std::size_t>& bad) {
  ValueOrder result;
  result.type = declared.type;
  bad.reset();
  std::vector<double> floats;
  const auto key_of = [&](std::string_view value) -> std::optional<OrderKey> {
    switch (declared.type) {
      case ValueType::date:
        return declared.format.empty() ? parse_iso_date(value)
                                       : parse_date(std::string(value), declared.format);
      case ValueType::timestamp: {
        if (!declared.format.empty()) return parse_timestamp(std::string(value), declared.format);
        if (const auto at = parse_iso_timestamp(value)) return at->at;
        if (const auto day = parse_iso_date(value)) return OrderKey{*day} * kNanosecondsOfDay;
        return std::nullopt;
      }
      case ValueType::time:
        return parse_time(value);
      case ValueType::number:
        if (const auto number = parse_any_number(value)) {
          floats.push_back(*number);
          return 0;
        }
        return std::nullopt;
      default: {
        const auto number = parse_number(value);
        const bool fits = number && (declared.type == ValueType::decimal || number->decimals == 0);
        return fits ? std::optional(number->key) : std::nullopt;
      }
    }
  };
  if (declared.type == ValueType::text) return result;
  for (std::size_t i = 0; i < values.size() && !bad; ++i) {
    if (const auto key = key_of(values[i])) {
      result.keys.push_back(*key);
    } else {
      bad = i;
    }
  }
  if (bad) return result;
  if (declared.type == ValueType::number) return float_order(floats, true);
  const bool number = declared.type == ValueType::integer || declared.type == ValueType::decimal;
  result.unit = number                                  ? kOne
                : declared.type == ValueType::timestamp ? OrderKey{kNanosecondsOfDay}
                : declared.type == ValueType::time      ? OrderKey{kNanosecondsOfHour}
                                                        : 1;
  return result;
}

bool looks_like_number(std::string_view text) {
  const auto number = parse_number(text);
  return (number && number->canonical) || parse_written_number(text);
}

bool looks_like_time(std::string_view text) {
  return parse_iso_date(text) || parse_iso_timestamp(text) || parse_time(text);
}

std::string_view fitting_date_format(const std::vector<std::string_view>& values) {
  for (std::size_t i = 0; i < kUsualDateFormats; ++i) {
    const std::string_view format = usual_date_format(i);
    const bool all = std::all_of(values.begin(), values.end(), [&](std::string_view value) {
      const auto day = parse_date(std::string(value), std::string(format));
      return day && *day > kYear1000;  // %Y also takes the 80 of 31.12.80
    });
    if (all && !values.empty()) return format;
  }
  return {};
}

}  // namespace overt
