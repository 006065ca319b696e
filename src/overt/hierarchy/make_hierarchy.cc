#include "overt/hierarchy/make_hierarchy.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <string_view>

#include "overt/base/error.h"
#include "overt/table/calendar.h"
#include "overt/table/value_order.h"

namespace overt {
namespace {

constexpr const char* kTop = "*";

// Where each character of a UTF-8 text begins.
std::vector<std::size_t> characters(const std::string& text) {
  std::vector<std::size_t> starts;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if ((static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80U) starts.push_back(i);
  }
  return starts;
}

std::string hide(const std::string& value, std::size_t hidden) {
  const std::vector<std::size_t> starts = characters(value);
  if (hidden >= starts.size()) return std::string(starts.size(), '*');
  return value.substr(0, starts[starts.size() - hidden]) + std::string(hidden, '*');
}

// Each above 0 and a multiple of the one before.
template <typename Number, typename IsMultiple>
void check_multiples(const std::vector<Number>& numbers, std::string_view words,
                     const IsMultiple& is_multiple) {
  const Number* last = nullptr;
  for (const Number& number : numbers) {
    if (number <= 0 || (last != nullptr && (number <= *last || !is_multiple(number, *last)))) {
      throw Error(ErrorCode::usage, std::string(words));
    }
    last = &number;
  }
  if (numbers.empty()) throw Error(ErrorCode::usage, "at least one number is needed");
}

ValueOrder order_of(const std::vector<std::string>& values,
                    const std::optional<DeclaredType>& declared) {
  const std::vector<std::string_view> texts(values.begin(), values.end());
  std::optional<std::size_t> bad;
  ValueOrder order = declared ? declared_order(texts, *declared, bad) : find_order(texts);
  if (bad) order.type = ValueType::text;
  return order;
}

OrderKey rounded_down(OrderKey key, OrderKey width) {
  const OrderKey rest = key % width;
  return key - (rest < 0 ? rest + width : rest);
}

std::string digits_of(OrderKey number) {
  std::string digits;
  do digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(number % 10)));
  while ((number /= 10) > 0);
  return digits;
}

// key / unit, a power of ten, as a decimal.
std::string decimal_of(OrderKey key, OrderKey unit) {
  const OrderKey size = key < 0 ? -key : key;
  std::string text = (key < 0 ? "-" : "") + digits_of(size / unit);
  if (size % unit == 0) return text;
  std::string decimals = digits_of(unit + size % unit).substr(1);  // with its leading zeros
  decimals.erase(decimals.find_last_not_of('0') + 1);
  return text + "." + decimals;
}

std::string time_of(OrderKey nanoseconds) {
  const auto seconds = static_cast<std::int64_t>(nanoseconds / (kNanosecondsOfHour / 3600));
  const std::string time = fmt::format("{:02}:{:02}", seconds / 3600, seconds / 60 % 60);
  return seconds % 60 == 0 ? time : fmt::format("{}:{:02}", time, seconds % 60);
}

// The width in the units of the keys. Nothing finer than them, or than a second of a day.
OrderKey key_of(const Rational& width, const ValueOrder& order) {
  const OrderKey fine = order.type == ValueType::time ? kNanosecondsOfHour / 3600 : 1;
  const Rational scaled = width * Rational(Integer(digits_of(order.unit / fine)));
  if (scaled.get_den() != 1 || width > 1'000'000'000'000) {
    throw Error(ErrorCode::usage, "a width of intervals is too fine or too large for the column");
  }
  OrderKey key = 0;
  for (const char digit : scaled.get_num().get_str()) key = key * 10 + (digit - '0');
  return key * fine;
}

// The part of the calendar of `months` months that the day lies in.
std::string part_of_calendar(std::chrono::year_month_day day, std::int64_t months) {
  const auto text = [](std::int64_t month) {
    return fmt::format("{:04}-{:02}", month / 12, month % 12 + 1);
  };
  const std::int64_t number =
      std::int64_t{static_cast<int>(day.year())} * 12 + static_cast<unsigned>(day.month()) - 1;
  const std::int64_t first = number - number % months;
  const std::int64_t last = first + months - 1;
  if (months == 1) return text(first);
  if (months % 12 != 0) return fmt::format("{} to {}", text(first), text(last));
  if (months == 12) return fmt::format("{:04}", first / 12);
  return fmt::format("{:04} to {:04}", first / 12, last / 12);
}

}  // namespace

Hierarchy::Rows interval_rows(const std::vector<std::string>& values,
                              const std::optional<DeclaredType>& declared,
                              const std::vector<Rational>& widths) {
  check_multiples(widths,
                  "the widths of intervals are above 0, each a multiple of the one before: 5, 10, "
                  "20",
                  [](const Rational& wide, const Rational& narrow) {
                    return Rational(wide / narrow).get_den() == 1;
                  });
  const ValueOrder order = order_of(values, declared);
  const bool number = order.type == ValueType::integer || order.type == ValueType::decimal ||
                      order.type == ValueType::number;
  if ((!number && order.type != ValueType::time) || order.unit == 0) {
    throw Error(ErrorCode::usage, "intervals are for columns of numbers and of times of day");
  }
  const bool whole =
      order.type == ValueType::integer &&
      std::all_of(widths.begin(), widths.end(), [](const Rational& w) { return w.get_den() == 1; });
  std::vector<OrderKey> keys;
  for (const Rational& width : widths) keys.push_back(key_of(width, order));
  Hierarchy::Rows rows;
  for (std::size_t v = 0; v < values.size(); ++v) {
    std::vector<std::string>& row = rows.emplace_back();
    row.push_back(values[v]);
    for (const OrderKey width : keys) {
      const OrderKey low = rounded_down(order.keys[v], width);
      if (!number) {
        row.push_back(fmt::format("[{}, {})", time_of(low), time_of(low + width)));
      } else if (whole) {
        row.push_back(fmt::format("[{}, {}]", decimal_of(low, order.unit),
                                  decimal_of(low + width - order.unit, order.unit)));
      } else {
        row.push_back(fmt::format("[{}, {})", decimal_of(low, order.unit),
                                  decimal_of(low + width, order.unit)));
      }
    }
    row.emplace_back(kTop);
  }
  return rows;
}

Hierarchy::Rows date_rows(const std::vector<std::string>& values,
                          const std::optional<DeclaredType>& declared,
                          const std::vector<std::int64_t>& months) {
  check_multiples(months,
                  "the months are above 0, each number a multiple of the one before: 1, 12, 120",
                  [](std::int64_t wide, std::int64_t narrow) { return wide % narrow == 0; });
  const ValueOrder order = order_of(values, declared);
  const bool moments = order.type == ValueType::timestamp;
  if (!moments && order.type != ValueType::date) {
    throw Error(ErrorCode::usage, "months and years are for columns of dates");
  }
  Hierarchy::Rows rows;
  for (std::size_t v = 0; v < values.size(); ++v) {
    const auto days =
        static_cast<std::int64_t>(rounded_down(order.keys[v], order.unit) / order.unit);
    const std::chrono::year_month_day day(
        std::chrono::sys_days(std::chrono::days(static_cast<int>(days))));
    std::vector<std::string>& row = rows.emplace_back();
    row.push_back(values[v]);
    if (moments) {
      row.push_back(
          fmt::format("{}-{:02}", part_of_calendar(day, 1), static_cast<unsigned>(day.day())));
    }
    for (const std::int64_t count : months) row.push_back(part_of_calendar(day, count));
    row.emplace_back(kTop);
  }
  return rows;
}

Hierarchy::Rows prefix_rows(const std::vector<std::string>& values,
                            const std::vector<std::int64_t>& hidden) {
  check_multiples(hidden, "the numbers of characters to hide are above 0, and rise: 1, 2, 3",
                  [](std::int64_t, std::int64_t) { return true; });
  Hierarchy::Rows rows;
  for (const std::string& value : values) {
    std::vector<std::string>& row = rows.emplace_back();
    row.push_back(value);
    for (const std::int64_t count : hidden) {
      row.push_back(hide(value, static_cast<std::size_t>(count)));
    }
    row.emplace_back(kTop);
  }
  return rows;
}

Hierarchy::Rows group_rows(const std::vector<std::string>& values,
                           const std::map<std::string, std::string>& group_of) {
  Hierarchy::Rows rows;
  for (const std::string& value : values) {
    const auto found = group_of.find(value);
    const bool own = found == group_of.end() || found->second.empty();
    if (!own && found->second == kTop) {
      throw Error(ErrorCode::usage, "a group cannot be called *: that is all values together");
    }
    rows.push_back({value, own ? value : found->second, kTop});
  }
  return rows;
}

}  // namespace overt
