// Dates of value_order.h, against the standard library's calendar.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

#include "overt/table/value_order.h"

namespace overt {
namespace {

using std::chrono::day;
using std::chrono::month;
using std::chrono::sys_days;
using std::chrono::year;
using std::chrono::year_month_day;

std::string iso(year_month_day date) {
  return fmt::format("{:04}-{:02}-{:02}", int{date.year()}, unsigned{date.month()},
                     unsigned{date.day()});
}

long long day_of(const std::string& text) {
  const ValueOrder order = find_order({text});
  EXPECT_EQ(order.type, ValueType::date) << text;
  return order.keys.empty() ? -1 : static_cast<long long>(order.keys[0]);
}

// The key under a declared format, or -999999 if the text does not fit.
long long declared_day(const std::string& text, const std::string& format) {
  std::optional<std::size_t> bad;
  const ValueOrder order = declared_order({text}, {ValueType::date, format}, bad);
  return bad ? -999999 : static_cast<long long>(order.keys.at(0));
}

TEST(ValueOrderDate, EveryDayOfTwoCenturies) {
  const sys_days first = year{1900} / 1 / 1;
  for (sys_days date = first; date < sys_days(year{2101} / 1 / 1); date += std::chrono::days(1)) {
    ASSERT_EQ(day_of(iso(date)), date.time_since_epoch().count()) << iso(date);
  }
}

TEST(ValueOrderDate, TheEdgesOfEveryYear) {
  for (int y = 1; y <= 9999; ++y) {
    for (const year_month_day date :
         {year{y} / 1 / 1, year{y} / 2 / 28, year{y} / 3 / 1, year{y} / 12 / 31}) {
      ASSERT_EQ(day_of(iso(date)), sys_days(date).time_since_epoch().count()) << iso(date);
    }
  }
}

TEST(ValueOrderDate, DaysThatDoNotExistAreText) {
  for (const int y : {1600, 1700, 1900, 2000, 2023, 2024, 2100}) {
    for (unsigned m = 0; m <= 13; ++m) {
      for (unsigned d = 0; d <= 32; ++d) {
        const std::string text = fmt::format("{:04}-{:02}-{:02}", y, m, d);
        const bool exists = year_month_day(year{y}, month{m}, day{d}).ok();
        ASSERT_EQ(find_order({text}).type, exists ? ValueType::date : ValueType::text) << text;
      }
    }
  }
}

TEST(ValueOrderDate, OtherFormsAreText) {
  for (const char* text :
       {"0000-01-01", "0000-12-31", "2024-2-30", "2024-02-3", "24-02-03", "12024-02-03",
        "2024/02/03", "2024-02-03 ", " 2024-02-03", "-024-02-03", "2024-+2-03", "2024-02--3",
        "2024-0a-03", "2O24-02-03", "2024-02-0\xD9"}) {
    EXPECT_EQ(find_order({text}).type, ValueType::text) << text;
  }
}

TEST(ValueOrderDate, OneOtherTextMakesTheColumnText) {
  EXPECT_EQ(find_order({"2024-02-28", "2024-02-29"}).type, ValueType::date);
  EXPECT_EQ(find_order({"2024-02-29", "2024-02-30"}).type, ValueType::text);
  EXPECT_EQ(find_order({"2024-02-29", ""}).type, ValueType::text);
}

TEST(ValueOrderDate, DeclaredFormats) {
  const auto leap = sys_days(year{2024} / 2 / 29).time_since_epoch().count();
  EXPECT_EQ(declared_day("2024-02-29", ""), leap);
  EXPECT_EQ(declared_day("29.02.2024", "%d.%m.%Y"), leap);
  EXPECT_EQ(declared_day("02/29/24", "%m/%d/%y"), leap);
  EXPECT_EQ(declared_day("29 Feb 2024", "%d %b %Y"), leap);
  EXPECT_EQ(declared_day("20240229", "%Y%m%d"), leap);
  EXPECT_EQ(declared_day("2024-02-29 23:59:59", "%Y-%m-%d %H:%M:%S"), leap);
}

// A format without a day or a month still orders: birth months, birth years.
TEST(ValueOrderDate, DeclaredFormatsOfWholeMonthsAndYears) {
  EXPECT_EQ(declared_day("02/2024", "%m/%Y"),
            sys_days(year{2024} / 2 / 1).time_since_epoch().count());
  EXPECT_EQ(declared_day("1969", "%Y"), -365);
  EXPECT_EQ(declared_day("1970", "%Y"), 0);
}

TEST(ValueOrderDate, DeclaredDatesThatDoNotFit) {
  for (const char* text : {"30.02.2024", "29.02.2023", "31.04.2024", "00.01.2024", "01.13.2024",
                           "01.01.0000", "2024-01-01", "01.01.2024x", "", "x"}) {
    EXPECT_EQ(declared_day(text, "%d.%m.%Y"), -999999) << text;
  }
  EXPECT_EQ(declared_day("29.02.2024", ""), -999999) << "without a format: ISO 8601 alone";
}

TEST(ValueOrderDate, OrderIsThatOfTheCalendar) {
  std::optional<std::size_t> bad;
  const ValueOrder order = declared_order({"31.12.1999", "01.01.2000", "02.01.1970", "31.12.1969"},
                                          {ValueType::date, "%d.%m.%Y"}, bad);
  ASSERT_FALSE(bad);
  EXPECT_EQ(order.type, ValueType::date);
  EXPECT_EQ(order.keys[0] + 1, order.keys[1]);
  EXPECT_EQ(order.keys[2], 1);
  EXPECT_EQ(order.keys[3], -1);
}

}  // namespace
}  // namespace overt
