// Times of value_order.h: timestamps with and without offsets, times of day, and what they become.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "overt/table/calendar.h"
#include "overt/table/value_order.h"

namespace overt {
namespace {

using Values = std::vector<std::string_view>;
using Texts = std::vector<std::string>;

ValueType type_of_times(const Values& values) { return find_order(values).type; }

TEST(ValueOrderTime, TimestampsInTheirUsualForms) {
  for (const char* text :
       {"2014-01-01 01:15", "2014-01-01T01:15", "2014-01-01 01:15:30", "2014-01-01 01:15:30.5",
        "2014-01-01T01:15:30.123456789", "2014-01-01T01:15Z", "2014-01-01 01:15:00+01:00",
        "2014-01-01 00:00:00-0930", "2014-01-01T01:15:00+01"}) {
    EXPECT_EQ(type_of_times({text}), ValueType::timestamp) << text;
  }
  for (const char* text :
       {"2014-01-01 1:15", "2014-02-30 01:15", "2014-01-01 24:00", "2014-01-01 01:60",
        "2014-01-01 01:15:60", "2014-01-01  01:15", "2014-01-01 01:15:30.", "2014-01-01 01:15 Z",
        "2014-01-01T01:15+", "2014-01-01T01:15+1", "2014-01-01T01:15+01:", "2014-01-01t01:15",
        "2014-01-01 01:15:30.1234567890", "2014-01-01 01"}) {
    EXPECT_EQ(type_of_times({text}), ValueType::text) << text;
  }
  EXPECT_EQ(type_of_times({"2014-01-01 01:15", "2014-01-01 01:15Z"}), ValueType::text)
      << "a moment, and nobody knows where";
}

TEST(ValueOrderTime, MomentsAreOrderedAsTheyWere) {
  const ValueOrder order = find_order(
      {"2014-01-01T01:15:00+02:00", "2013-12-31T23:15:00Z", "2013-12-31T23:00:00-00:30"});
  ASSERT_EQ(order.type, ValueType::timestamp);
  EXPECT_EQ(order.keys[0], order.keys[1]);
  EXPECT_LT(order.keys[1], order.keys[2]);
  const ValueOrder days = find_order({"2014-01-01 12:00", "2014-01-02 18:00", "1969-12-31 23:59"});
  EXPECT_EQ(days.keys[1] - days.keys[0], days.unit + days.unit / 4) << "in days";
  EXPECT_LT(days.keys[2], 0);
}

TEST(ValueOrderTime, AllMidnightIsDays) {
  const ValueOrder order = find_order({"2014-01-02 00:00:00", "1960-05-01T00:00:00.000000000"});
  EXPECT_EQ(order.type, ValueType::date);
  EXPECT_EQ(order.texts, (Texts{"2014-01-02", "1960-05-01"}));
  EXPECT_EQ(order.keys[0], *parse_iso_date("2014-01-02"));
  EXPECT_EQ(order.keys[1], *parse_iso_date("1960-05-01"));
  EXPECT_EQ(type_of_times({"2014-01-02T00:00Z"}), ValueType::timestamp)
      << "midnight somewhere else";
}

TEST(ValueOrderTime, FractionsOfZerosGo) {
  const ValueOrder order =
      find_order({"2014-01-02 01:15:00.000000000", "2014-01-03 00:00:00.000000000"});
  EXPECT_EQ(order.texts, (Texts{"2014-01-02 01:15:00", "2014-01-03 00:00:00"}));
  EXPECT_EQ(find_order({"2014-01-02T01:15:00.000Z", "2014-01-02T02:15:00Z"}).texts,
            (Texts{"2014-01-02T01:15:00Z", "2014-01-02T02:15:00Z"}));
  EXPECT_TRUE(find_order({"2014-01-02 01:15:00.500", "2014-01-03 00:00:00.000"}).texts.empty());
}

TEST(ValueOrderTime, TimesOfDay) {
  const ValueOrder order = find_order({"23:59", "00:00", "07:30:00.5"});
  ASSERT_EQ(order.type, ValueType::time);
  EXPECT_LT(order.keys[1], order.keys[2]);
  EXPECT_LT(order.keys[2], order.keys[0]);
  EXPECT_EQ(find_order({"07:30", "09:00"}).keys[1] - find_order({"07:30", "09:00"}).keys[0],
            order.unit + order.unit / 2)
      << "in hours";
  for (const char* text : {"7:30", "24:00", "07:60", "07:30:61", "07.30", "073000", "07:30Z"}) {
    EXPECT_EQ(type_of_times({text}), ValueType::text) << text;
  }
}

TEST(ValueOrderTime, DeclaredTimestamps) {
  std::optional<std::size_t> bad;
  const ValueOrder order = declared_order({"31.12.2013 23:15", "01.01.2014 00:15"},
                                          {ValueType::timestamp, "%d.%m.%Y %H:%M"}, bad);
  EXPECT_FALSE(bad);
  EXPECT_EQ(24 * (order.keys[1] - order.keys[0]), order.unit);
  EXPECT_EQ(order.keys[0], find_order({"2013-12-31 23:15"}).keys[0]);
  declared_order({"2014-01-01 01:15", "2014-01-01"}, {ValueType::timestamp, ""}, bad);
  EXPECT_FALSE(bad) << "a day is its midnight";
  declared_order({"2014-01-01 01:15", "soon"}, {ValueType::timestamp, ""}, bad);
  EXPECT_EQ(bad, 1U);
}

TEST(ValueOrderTime, TheUsualFormatsOfDates) {
  EXPECT_EQ(fitting_date_format({"31.12.1980", "01.02.2003"}), "%d.%m.%Y");
  EXPECT_EQ(fitting_date_format({"12/31/1980", "01/02/2003"}), "%m/%d/%Y");
  EXPECT_EQ(fitting_date_format({"1980/12/31"}), "%Y/%m/%d");
  EXPECT_EQ(fitting_date_format({"19801231"}), "%Y%m%d");
  EXPECT_EQ(fitting_date_format({"31.12.80"}), "") << "which century?";
  EXPECT_EQ(fitting_date_format({"31.12.1980", "soon"}), "");
  EXPECT_EQ(fitting_date_format({}), "");
}

}  // namespace
}  // namespace overt
