#include "overt/hierarchy/make_hierarchy.h"

#include <gtest/gtest.h>

#include "overt/base/error.h"

namespace overt {
namespace {

using Rows = Hierarchy::Rows;

TEST(MakeHierarchy, Intervals) {
  EXPECT_EQ(interval_rows({"-1", "0", "21", "30"}, {}, {10, 30}),
            (Rows{{"-1", "[-10, -1]", "[-30, -1]", "*"},
                  {"0", "[0, 9]", "[0, 29]", "*"},
                  {"21", "[20, 29]", "[0, 29]", "*"},
                  {"30", "[30, 39]", "[30, 59]", "*"}}));
}

TEST(MakeHierarchy, IntervalsOfDecimalsAndNumbersEndBeforeTheirEnd) {
  EXPECT_EQ(interval_rows({"-0.25", "0.00", "1.99", "12.50"}, {}, {Rational(1, 2), 10}),
            (Rows{{"-0.25", "[-0.5, 0)", "[-10, 0)", "*"},
                  {"0.00", "[0, 0.5)", "[0, 10)", "*"},
                  {"1.99", "[1.5, 2)", "[0, 10)", "*"},
                  {"12.50", "[12.5, 13)", "[10, 20)", "*"}}));
  EXPECT_EQ(interval_rows({"1e-05", "0.42", "3"}, {}, {Rational(1, 100), 1}),
            (Rows{{"1e-05", "[0, 0.01)", "[0, 1)", "*"},
                  {"0.42", "[0.42, 0.43)", "[0, 1)", "*"},
                  {"3", "[3, 3.01)", "[3, 4)", "*"}}));
  EXPECT_EQ(interval_rows({"3"}, {}, {Rational(5, 2)}), (Rows{{"3", "[2.5, 5)", "*"}}));
}

TEST(MakeHierarchy, IntervalsOfTimesOfDayAreInHours) {
  EXPECT_EQ(interval_rows({"01:15", "23:59"}, {}, {Rational(1, 4), 6}),
            (Rows{{"01:15", "[01:15, 01:30)", "[00:00, 06:00)", "*"},
                  {"23:59", "[23:45, 24:00)", "[18:00, 24:00)", "*"}}));
}

TEST(MakeHierarchy, Dates) {
  EXPECT_EQ(date_rows({"2024-05-06", "2023-12-31"}, {}, {1, 12}),
            (Rows{{"2024-05-06", "2024-05", "2024", "*"}, {"2023-12-31", "2023-12", "2023", "*"}}));
  EXPECT_EQ(date_rows({"1969-12-31"}, {}, {3, 60, 120}),
            (Rows{{"1969-12-31", "1969-10 to 1969-12", "1965 to 1969", "1960 to 1969", "*"}}));
}

TEST(MakeHierarchy, DatesThatAreWrittenInOtherWays) {
  EXPECT_EQ(date_rows({"31.12.1980"}, DeclaredType{ValueType::date, "%d.%m.%Y"}, {12}),
            (Rows{{"31.12.1980", "1980", "*"}}));
}

TEST(MakeHierarchy, TimestampsHaveTheirDayFirst) {
  EXPECT_EQ(date_rows({"2024-05-06 23:59", "1969-12-31 00:01"}, {}, {1}),
            (Rows{{"2024-05-06 23:59", "2024-05-06", "2024-05", "*"},
                  {"1969-12-31 00:01", "1969-12-31", "1969-12", "*"}}));
}

TEST(MakeHierarchy, PrefixesCountCharactersNotBytes) {
  EXPECT_EQ(
      prefix_rows({"22030", "é1", "1"}, {1, 2}),
      (Rows{{"22030", "2203*", "220**", "*"}, {"é1", "é*", "**", "*"}, {"1", "*", "*", "*"}}));
}

TEST(MakeHierarchy, Groups) {
  EXPECT_EQ(
      group_rows({"cold", "flu", "ulcer"}, {{"flu", "viral"}, {"cold", "viral"}, {"ulcer", ""}}),
      (Rows{{"cold", "viral", "*"}, {"flu", "viral", "*"}, {"ulcer", "ulcer", "*"}}));
}

TEST(MakeHierarchy, WhatIsMadeIsAHierarchy) {
  std::vector<std::string> numbers;
  for (int i = -50; i < 50; ++i) numbers.push_back(std::to_string(i));
  EXPECT_EQ(Hierarchy::from_rows("", interval_rows(numbers, {}, {5, 10, 40})).levels(), 5U);
  EXPECT_EQ(Hierarchy::from_rows("", prefix_rows({"a1", "a2", "b1", "c"}, {1, 2})).levels(), 4U);
  EXPECT_EQ(Hierarchy::from_rows("", date_rows({"2024-05-06", "2024-05-07"}, {}, {1, 12})).levels(),
            4U);
}

TEST(MakeHierarchy, WhatMakesNoSenseIsRefusedWithoutAValue) {
  const auto refused = [](const auto& make) {
    try {
      make();
    } catch (const Error& error) {
      EXPECT_EQ(std::string(error.what()).find("SECRET"), std::string::npos);
      return error.code() == ErrorCode::usage;
    }
    return false;
  };
  EXPECT_TRUE(refused([] { interval_rows({"SECRET"}, {}, {10}); }));
  EXPECT_TRUE(refused([] { interval_rows({"2024-05-06"}, {}, {10}); }));
  EXPECT_TRUE(refused([] { interval_rows({"1"}, {}, {}); }));
  EXPECT_TRUE(refused([] { interval_rows({"1"}, {}, {10, 15}); }));
  EXPECT_TRUE(refused([] { interval_rows({"1"}, {}, {0}); }));
  EXPECT_TRUE(refused([] { interval_rows({"1"}, {}, {Rational(1, 3)}); }));
  EXPECT_TRUE(refused([] { interval_rows({"1"}, {}, {Rational(Integer("1000000000000000"))}); }));
  EXPECT_TRUE(refused([] { date_rows({"SECRET"}, {}, {12}); }));
  EXPECT_TRUE(refused([] { date_rows({"2024-05-06"}, {}, {12, 18}); }));
  EXPECT_TRUE(refused([] { date_rows({"2024-05-06"}, {}, {}); }));
  EXPECT_TRUE(refused([] { prefix_rows({"1"}, {2, 1}); }));
  EXPECT_TRUE(refused([] { group_rows({"a"}, {{"a", "*"}}); }));
}

}  // namespace
}  // namespace overt
