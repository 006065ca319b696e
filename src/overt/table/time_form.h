#pragma once

// How the times of one column are written, so that a file may hold them with a type of their own
// and reading it gives the very same texts.
//
//   "THH:MM:SS.fff+01:00"   2014-01-01T01:15:00.250+01:00
//   " HH:MM"                2014-01-01 01:15
//   "HH:MM:SS.ffffff*"      23:59:59.5, 12:00:00        zeros at the end of the fraction left out
//   " HH:MM:SS.ffffff?"     2014-01-01 01:15:00         the fraction left out where it is zero
//
// Why: types of Arrow print all digits of their unit and moments in a time zone of their choice,
// and what is certified and compared are texts. A column whose values are not all written in one
// form (several offsets, dates among the timestamps) has none, and stays text.
//
// Cost: some passes over the distinct values.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "overt/table/calendar.h"
#include "overt/table/schema.h"
#include "overt/table/sink.h"

namespace overt {

// The coarsest one that Parquet has for all digits.
enum class TimeUnit { milli, micro, nano };
std::int64_t nanoseconds_of(TimeUnit unit);

struct TimeForm {
  enum class Fraction { always, unless_zero, shortest };

  char between = '\0';  // of day and time: 'T' or a blank; of a time of day nothing
  bool seconds = false;
  std::size_t digits = 0;  // of the fraction
  Fraction fraction = Fraction::always;
  std::string offset;  // as it is written; empty: no moments
  int ahead = 0;       // minutes

  bool timestamp() const { return between != '\0'; }
  TimeUnit unit() const;
  std::string text() const;

  // The text of a time of day, or of what parse_iso_timestamp() counts from 1970. Nothing where the
  // form would not say all of it, or it lies outside the years 1 to 9999 or the day.
  std::optional<std::string> print(Nanoseconds at) const;
  // What a text in this form stands for, in unit(). Nothing for other texts, and beyond 64 bits.
  std::optional<std::int64_t> count(std::string_view text) const;

  friend bool operator==(const TimeForm&, const TimeForm&) = default;
};

// What text() wrote. Nothing for all else.
std::optional<TimeForm> parse_time_form(std::string_view text);

// The form of timestamps or times that prints all of `values`, if there is one.
std::optional<TimeForm> find_time_form(ValueType type, const std::vector<std::string_view>& values);

// The forms of a table's columns, by the values that occur in them: others are nobody's business.
std::vector<std::optional<TimeForm>> time_forms(const OutTable& table);

}  // namespace overt
