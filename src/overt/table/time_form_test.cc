#include "overt/table/time_form.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "overt/table/value_order.h"

namespace overt {
namespace {

using Values = std::vector<std::string_view>;

std::string form_of(const Values& values, ValueType type = ValueType::timestamp) {
  const auto form = find_time_form(type, values);
  if (!form) return "none";
  EXPECT_EQ(parse_time_form(form->text()), form);
  for (const std::string_view value : values) {
    const auto count = form->count(value);
    EXPECT_TRUE(count) << value;
    const Nanoseconds at = Nanoseconds{count.value_or(0)} * nanoseconds_of(form->unit());
    EXPECT_EQ(form->print(at), value) << form->text();
  }
  return form->text();
}

TEST(TimeForm, OfTimestamps) {
  EXPECT_EQ(form_of({"2014-01-01 01:15", "1969-12-31 23:59"}), " HH:MM");
  EXPECT_EQ(form_of({"2014-01-01T01:15:07", "0001-01-01T00:00:00"}), "THH:MM:SS");
  EXPECT_EQ(form_of({"9999-12-31 23:59:59.123", "1969-12-31 23:59:59.000"}), " HH:MM:SS.fff");
  EXPECT_EQ(form_of({"2014-01-01 01:15:00", "2014-01-01 01:15:00.000001"}), " HH:MM:SS.ffffff?");
  EXPECT_EQ(form_of({"2014-01-01 01:15:00", "2014-01-01 01:15:00.5", "2014-01-01 01:15:00.123456"}),
            " HH:MM:SS.ffffff*");
  EXPECT_EQ(form_of({"2014-01-01T01:15Z", "2015-01-01T01:15Z"}), "THH:MMZ");
  EXPECT_EQ(form_of({"2014-01-01 01:15:00.25+0130"}), " HH:MM:SS.ff+0130");
  EXPECT_EQ(form_of({"2014-01-01 00:15-09", "2014-12-31 23:59-09"}), " HH:MM-09");
  EXPECT_EQ(form_of({"2014-01-02T00:00:00Z"}), "THH:MM:SSZ");
}

TEST(TimeForm, OfTimesOfDay) {
  EXPECT_EQ(form_of({"00:00", "23:59"}, ValueType::time), "HH:MM");
  EXPECT_EQ(form_of({"12:00:00", "23:59:59.5", "23:59:59.75"}, ValueType::time), "HH:MM:SS.ff*");
  EXPECT_EQ(form_of({"01:02:03.000000000"}, ValueType::time), "HH:MM:SS.fffffffff");
}

TEST(TimeForm, NoneWhereTextsDiffer) {
  for (const Values& values :
       {Values{}, Values{"2014-01-01 01:15", "2014-01-01T01:15"},
        Values{"2014-01-01 01:15", "2014-01-01 01:15:00"},
        Values{"2014-01-01T01:15Z", "2014-01-01T01:15+01:00"},
        Values{"2014-01-01T01:15+00:00", "2014-01-01T01:15+0000"},
        Values{"2014-01-01 01:15:00.50", "2014-01-01 01:15:00.5"},
        Values{"2014-01-01 01:15:00", "2014-01-01 01:15:00.000"}, Values{"2014-01-01"},
        Values{"2014-01-01", "2014-01-01 01:15"}, Values{"01:15"}}) {
    EXPECT_EQ(form_of(values), "none");
  }
  EXPECT_EQ(form_of({"2014-01-01 01:15"}, ValueType::text), "none");
  EXPECT_EQ(form_of({"2014-01-01 01:15"}, ValueType::time), "none");
}

// Nanoseconds in 64 bits reach from 1677 to 2262; with fewer digits all years fit.
TEST(TimeForm, NoneWhereTheyDoNotFit) {
  EXPECT_EQ(form_of({"2262-04-11 23:47:16.854775807"}), " HH:MM:SS.fffffffff");
  EXPECT_EQ(form_of({"2262-04-11 23:47:16.854775808"}), "none");
  EXPECT_EQ(form_of({"1677-09-21 00:12:43.145224192"}), " HH:MM:SS.fffffffff");
  EXPECT_EQ(form_of({"1677-09-21 00:12:43.145224191"}), "none");
}

TEST(TimeForm, PrintsNothingThatItWouldNotSay) {
  const TimeForm minutes = *parse_time_form(" HH:MM");
  const Nanoseconds second = 1'000'000'000;
  EXPECT_EQ(minutes.print(0), "1970-01-01 00:00");
  EXPECT_EQ(minutes.print(second), std::nullopt);
  EXPECT_EQ(minutes.print(-1), std::nullopt);
  EXPECT_EQ(parse_time_form("THH:MM:SS.fff+01:00")->print(-3600 * second - 1'000'000),
            "1969-12-31T23:59:59.999+01:00");
  EXPECT_EQ(parse_time_form("THH:MM:SS.fff")->print(1000), std::nullopt);
  const Nanoseconds last = second * 253'402'300'799;  // 9999-12-31 23:59:59
  EXPECT_EQ(parse_time_form(" HH:MM:SS")->print(last), "9999-12-31 23:59:59");
  EXPECT_EQ(parse_time_form(" HH:MM:SS")->print(last + second), std::nullopt);
  EXPECT_EQ(parse_time_form(" HH:MM:SS+01:00")->print(last), std::nullopt);
  const Nanoseconds first = second * -62'135'596'800;
  EXPECT_EQ(parse_time_form(" HH:MM:SS")->print(first), "0001-01-01 00:00:00");
  EXPECT_EQ(parse_time_form(" HH:MM:SS")->print(first - second), std::nullopt);
  EXPECT_EQ(parse_time_form(" HH:MM:SS-01:00")->print(first), std::nullopt);
  EXPECT_EQ(parse_time_form(" HH:MM")->print((Nanoseconds{1} << 62U) * second), std::nullopt);
  EXPECT_EQ(parse_time_form("HH:MM")->print(kNanosecondsOfDay), std::nullopt);
  EXPECT_EQ(parse_time_form("HH:MM")->print(-60 * second), std::nullopt);
}

TEST(TimeForm, OtherFormsAreNone) {
  for (const char* text :
       {"", " ", "T", "HH", "HH:MM:", "HH:MM:SS.", "HH:MM.fff", "HH:MM:SS.ffffffffff", "HH:MM:SS*",
        "HH:MM:SS.f*?", "HH:MMZ", " HH:MMX", " HH:MM+1", " HH:MM+01:", " HH:MM Z", "tHH:MM"}) {
    EXPECT_FALSE(parse_time_form(text)) << text;
  }
}

TEST(TimeForm, OfTheColumnsOfATable) {
  const std::vector<std::string> values = {"2014-01-01 01:15:00", "2014-01-01 01:15:00.5",
                                           "2014-01-01 01:15:00.123456", "of nobody"};
  const std::vector<std::uint32_t> low = {0, 0, 4};
  const std::vector<std::uint32_t> high = {1, 0, 4};
  const std::vector<std::uint32_t> all = {2, 1, 0};
  const std::vector<std::uint32_t> ends = {3};
  const auto column = [&](const std::vector<std::uint32_t>& codes, bool as_next = false) {
    return OutColumn{"c", ValueType::timestamp, values, codes, {}, as_next};
  };
  const auto texts = [](const OutTable& table) {
    std::vector<std::string> result;
    for (const auto& form : time_forms(table)) result.push_back(form ? form->text() : "none");
    return result;
  };
  using Texts = std::vector<std::string>;
  EXPECT_EQ(texts({3, ends, {column(low), column(high), column(all)}}),
            (Texts{" HH:MM:SS", " HH:MM:SS.f?", " HH:MM:SS.ffffff*"}))
      << "by values that occur";
  EXPECT_EQ(texts({3, ends, {column(low, true), column(high), column(all)}}),
            (Texts{" HH:MM:SS.f?", " HH:MM:SS.f?", " HH:MM:SS.ffffff*"}))
      << "both ends in one";
  const std::vector<std::uint32_t> odd = {3};
  EXPECT_EQ(texts({3, ends, {column(low, true), column(odd), column(low)}}),
            (Texts{"none", "none", " HH:MM:SS"}));
}

}  // namespace
}  // namespace overt
