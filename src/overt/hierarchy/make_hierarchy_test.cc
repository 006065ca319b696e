#include "overt/hierarchy/make_hierarchy.h"

#include <gtest/gtest.h>

#include "overt/base/error.h"

namespace overt {
namespace {

using Rows = Hierarchy::Rows;

TEST(MakeHierarchy, Intervals) {
  EXPECT_EQ(interval_rows({"-1", "0", "21", "30"}, {10, 30}),
            (Rows{{"-1", "[-10, -1]", "[-30, -1]", "*"},
                  {"0", "[0, 9]", "[0, 29]", "*"},
                  {"21", "[20, 29]", "[0, 29]", "*"},
                  {"30", "[30, 39]", "[30, 59]", "*"}}));
}

TEST(MakeHierarchy, Dates) {
  EXPECT_EQ(date_rows({"2024-05-06", "2023-12-31"}),
            (Rows{{"2024-05-06", "2024-05", "2024", "*"}, {"2023-12-31", "2023-12", "2023", "*"}}));
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
  EXPECT_EQ(Hierarchy::from_rows("", interval_rows(numbers, {5, 10, 40})).levels(), 5U);
  EXPECT_EQ(Hierarchy::from_rows("", prefix_rows({"a1", "a2", "b1", "c"}, {1, 2})).levels(), 4U);
  EXPECT_EQ(Hierarchy::from_rows("", date_rows({"2024-05-06", "2024-05-07"})).levels(), 4U);
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
  EXPECT_TRUE(refused([] { interval_rows({"SECRET"}, {10}); }));
  EXPECT_TRUE(refused([] { interval_rows({"9223372036854775807"}, {10}); }));
  EXPECT_TRUE(refused([] { interval_rows({"1"}, {}); }));
  EXPECT_TRUE(refused([] { interval_rows({"1"}, {10, 15}); }));
  EXPECT_TRUE(refused([] { interval_rows({"1"}, {0}); }));
  EXPECT_TRUE(refused([] { date_rows({"SECRET"}); }));
  EXPECT_TRUE(refused([] { prefix_rows({"1"}, {2, 1}); }));
  EXPECT_TRUE(refused([] { group_rows({"a"}, {{"a", "*"}}); }));
}

}  // namespace
}  // namespace overt
