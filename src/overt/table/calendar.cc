#include "overt/table/calendar.h"

#include <ctime>

#include <array>
#include <charconv>

#include "overt/base/digit.h"

namespace overt {
namespace {

bool leap(int year) { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; }

// Two digits at the front, below `limit`.
bool take_two(std::string_view& rest, int limit, int& value) {
  if (rest.size() < 2 || !is_digit(rest[0]) || !is_digit(rest[1])) return false;
  value = (rest[0] - '0') * 10 + (rest[1] - '0');
  rest.remove_prefix(2);
  return value < limit;
}

// A time of day at the front of `rest`.
struct Clock {
  std::int64_t at = 0;
  std::size_t fraction = 0;  // digits after the second, and the point
  std::int64_t nanoseconds = 0;
};

bool take_clock(std::string_view& rest, Clock& clock) {
  int hours = 0;
  int minutes = 0;
  int seconds = 0;
  if (!take_two(rest, 24, hours) || !rest.starts_with(':')) return false;
  rest.remove_prefix(1);
  if (!take_two(rest, 60, minutes)) return false;
  if (rest.starts_with(':')) {
    rest.remove_prefix(1);
    if (!take_two(rest, 60, seconds)) return false;
    if (rest.starts_with('.')) {
      std::size_t digits = 0;
      std::int64_t worth = 100'000'000;
      while (1 + digits < rest.size() && is_digit(rest[1 + digits])) {
        clock.nanoseconds += (rest[1 + digits] - '0') * worth;
        worth /= 10;
        ++digits;
      }
      if (digits == 0 || digits > 9) return false;
      clock.fraction = digits + 1;
      rest.remove_prefix(clock.fraction);
    }
  }
  clock.at = ((hours * 60LL + minutes) * 60 + seconds) * 1'000'000'000 + clock.nanoseconds;
  return true;
}

bool read_by_format(const std::string& text, const std::string& format, std::tm& parts) {
  parts.tm_mday = 1;  // a format may do without the day, or the month
  const char* end = strptime(text.c_str(), format.c_str(), &parts);
  return end != nullptr && *end == '\0';
}

}  // namespace

std::optional<std::int64_t> day_number(int year, int month, int day) {
  static constexpr std::array<int, 12> kBefore = {0,   31,  59,  90,  120, 151,
                                                  181, 212, 243, 273, 304, 334};
  static constexpr std::array<int, 12> kLength = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  if (year < 1 || month < 1 || month > 12 || day < 1) return std::nullopt;
  const auto m = static_cast<std::size_t>(month - 1);
  if (day > kLength[m] + (month == 2 && leap(year) ? 1 : 0)) return std::nullopt;
  const int y = year - 1;  // whole years before this one, counted from year 1
  const auto years = [](int n) { return std::int64_t{n} * 365 + n / 4 - n / 100 + n / 400; };
  return years(y) - years(1969) + kBefore[m] + (month > 2 && leap(year) ? 1 : 0) + (day - 1);
}

std::optional<std::int64_t> parse_iso_date(std::string_view text) {
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

std::optional<std::int64_t> parse_date(const std::string& text, const std::string& format) {
  std::tm parts{};
  if (!read_by_format(text, format, parts)) return std::nullopt;
  return day_number(parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday);
}

std::optional<Nanoseconds> parse_timestamp(const std::string& text, const std::string& format) {
  std::tm parts{};
  if (!read_by_format(text, format, parts)) return std::nullopt;
  const auto day = day_number(parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday);
  if (!day) return std::nullopt;
  const std::int64_t seconds = (parts.tm_hour * 60LL + parts.tm_min) * 60 + parts.tm_sec;
  // %z, where the format has it, says how far the clock is ahead.
  return Nanoseconds{*day} * kNanosecondsOfDay +
         Nanoseconds{seconds - parts.tm_gmtoff} * 1'000'000'000;
}

std::optional<std::int64_t> parse_time(std::string_view text) {
  Clock clock;
  if (!take_clock(text, clock) || !text.empty()) return std::nullopt;
  return clock.at;
}

std::optional<int> parse_offset(std::string_view text) {
  if (text == "Z" || text == "z") return 0;
  if (!text.starts_with('+') && !text.starts_with('-')) return std::nullopt;
  const int sign = text[0] == '-' ? -1 : 1;
  text.remove_prefix(1);
  int hours = 0;
  int part = 0;
  if (!take_two(text, 24, hours)) return std::nullopt;
  if (text.starts_with(':')) {
    text.remove_prefix(1);
    if (text.empty()) return std::nullopt;
  }
  if (!text.empty() && !take_two(text, 60, part)) return std::nullopt;
  if (!text.empty()) return std::nullopt;
  return sign * (hours * 60 + part);
}

std::optional<Timestamp> parse_iso_timestamp(std::string_view text) {
  if (text.size() < 16 || (text[10] != ' ' && text[10] != 'T')) return std::nullopt;
  const auto day = parse_iso_date(text.substr(0, 10));
  if (!day) return std::nullopt;
  std::string_view rest = text.substr(11);
  Clock clock;
  if (!take_clock(rest, clock)) return std::nullopt;
  Timestamp result;
  const std::size_t clock_end = text.size() - rest.size();
  result.moment = !rest.empty();
  const auto ahead = result.moment ? parse_offset(rest) : 0;
  if (!ahead) return std::nullopt;
  if (clock.fraction > 0 && clock.nanoseconds == 0) {
    result.zeros = clock.fraction;
    result.zeros_at = clock_end - clock.fraction;
  }
  result.fraction = clock.nanoseconds != 0;
  result.midnight = clock.at == 0;
  result.at =
      Nanoseconds{*day} * kNanosecondsOfDay + clock.at - Nanoseconds{*ahead} * 60 * 1'000'000'000;
  return result;
}

std::string_view usual_date_format(std::size_t number) {
  static constexpr std::array<std::string_view, kUsualDateFormats> kFormats = {
      "%d.%m.%Y", "%d/%m/%Y", "%m/%d/%Y", "%Y/%m/%d", "%d-%m-%Y", "%Y%m%d", "%d %b %Y", "%d%b%Y"};
  return kFormats[number];
}

}  // namespace overt
