#include "overt/hierarchy/prefixes.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "overt/base/error.h"

namespace overt {
namespace {

using Texts = std::vector<std::string>;

Column column_of_texts(Texts values) {
  std::sort(values.begin(), values.end());
  Column column;
  column.name = "zip";
  column.values = std::move(values);
  for (Code code = 0; code < column.values.size(); ++code) column.codes.push_back(code);
  return column;
}

TEST(Prefixes, ALevelForEachLengthAtWhichValuesPart) {
  const Hierarchy hierarchy =
      prefix_hierarchy(column_of_texts({"22030", "22031", "22140", "33000"}));
  EXPECT_EQ(hierarchy.rows(), (Hierarchy::Rows{{"22030", "2203*", "22*", "*"},
                                               {"22031", "2203*", "22*", "*"},
                                               {"22140", "2214*", "22*", "*"},
                                               {"33000", "3300*", "33*", "*"}}));
}

TEST(Prefixes, ValuesOfAnyLengthAndCharacters) {
  const Hierarchy hierarchy =
      prefix_hierarchy(column_of_texts({"\u00E9a", "\u00E9b", "\u00EA", "", "\u00E9"}));
  EXPECT_EQ(hierarchy.rows().front(), (Texts{"", "*", "*"}));
  EXPECT_EQ(hierarchy.rows()[2], (Texts{"\u00E9a", "\u00E9*", "*"})) << "characters, not bytes";
  EXPECT_EQ(prefix_hierarchy(column_of_texts({"a"})).rows(), (Hierarchy::Rows{{"a", "*"}}));
}

TEST(Prefixes, AStarCannotBeToldFromOne) {
  try {
    prefix_hierarchy(column_of_texts({"a", "SECRET*"}));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);
    EXPECT_EQ(std::string(error.what()),
              "prefix: zip: a value holds a *, which stands for what is left out");
  }
}

// The label of any set of values is the longest beginning that they share, over all sets.
TEST(Prefixes, AllSetsOfShortCodes) {
  Texts values;
  for (const char a : {'0', '1'}) {
    for (const char b : {'0', '1', '2'}) {
      for (const char c : {'x', '9'}) values.push_back({a, b, c});
    }
  }
  const Column column = column_of_texts(values);
  const BoundHierarchy bound(prefix_hierarchy(column), column);
  for (std::uint32_t set = 1; set < (1U << 12); ++set) {
    std::vector<Code> codes;
    for (Code code = 0; code < 12; ++code) {
      if ((set >> code & 1U) != 0) codes.push_back(code);
    }
    std::string common = column.values[codes[0]];
    for (const Code code : codes) {
      while (!column.values[code].starts_with(common)) common.pop_back();
    }
    const auto node = bound.lowest_common_ancestor(codes);
    ASSERT_TRUE(node);
    ASSERT_EQ(bound.label(*node), codes.size() == 1 ? common : common + "*") << set;
  }
}

TEST(Prefixes, TheRule) {
  Texts codes;
  for (int i = 0; i < 21; ++i) codes.push_back(fmt::format("0{:02}", i));
  EXPECT_TRUE(is_code_column(column_of_texts(codes)));
  const auto with = [&](const std::string& value) {
    Texts texts = codes;
    texts[20] = value;
    return is_code_column(column_of_texts(texts));
  };
  EXPECT_TRUE(with("A7b"));
  EXPECT_FALSE(with("0100")) << "another length";
  EXPECT_FALSE(with("abc")) << "no digit";
  EXPECT_FALSE(with("1.2"));
  EXPECT_FALSE(with("1\u00E9"));
  codes.pop_back();
  EXPECT_FALSE(is_code_column(column_of_texts(codes))) << "twenty can be listed";
  Column numbers = column_of_texts(codes);
  numbers.values.emplace_back("999");
  numbers.type = ValueType::integer;
  EXPECT_FALSE(is_code_column(numbers)) << "intervals say more";
}

}  // namespace
}  // namespace overt
