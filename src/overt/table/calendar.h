#pragma once

// Dates and times as numbers that can be compared.
//
//   2014-01-01                     a day, counted from 1970-01-01
//   01:15  01:15:30  01:15:30.25   a time of day, in nanoseconds
//   2014-01-01 01:15               a day and a time of day, in nanoseconds; T in place of the blank
//   2014-01-01T01:15:00+01:00      a moment: with Z or an offset (+01, +0100, +01:00)

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace overt {

__extension__ using Nanoseconds = __int128;
inline constexpr std::int64_t kNanosecondsOfHour = 3'600'000'000'000;
inline constexpr std::int64_t kNanosecondsOfDay = 24 * kNanosecondsOfHour;

// Days since 1970-01-01 in the proleptic Gregorian calendar, or nothing for a day that does not
// exist or lies before year 1.
std::optional<std::int64_t> day_number(int year, int month, int day);
std::optional<std::int64_t> parse_iso_date(std::string_view text);

// Under a strptime format.
std::optional<std::int64_t> parse_date(const std::string& text, const std::string& format);
std::optional<Nanoseconds> parse_timestamp(const std::string& text, const std::string& format);

std::optional<std::int64_t> parse_time(std::string_view text);

// Z, +01, +0100 or +01:00, in minutes.
std::optional<int> parse_offset(std::string_view text);

struct Timestamp {
  Nanoseconds at = 0;     // since 1970-01-01, of the moment if there is an offset
  bool moment = false;    // there is one
  bool midnight = false;  // 00:00:00 as written
  // Where a fraction of a second without a digit but 0 begins in the text, and how long it is.
  std::size_t zeros_at = 0, zeros = 0;
  bool fraction = false;  // another fraction of a second
};
std::optional<Timestamp> parse_iso_timestamp(std::string_view text);

// Strptime formats of the usual other ways to write a date, by number.
inline constexpr std::size_t kUsualDateFormats = 8;
std::string_view usual_date_format(std::size_t number);

}  // namespace overt
