#include "overt/table/cell.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

namespace overt {
namespace {

// RapidCheck reads its seed here, so that every run tries the same cells.
[[maybe_unused]] const bool kSeeded = setenv("RC_PARAMS", "seed=1", 0) == 0;

std::string set_of(const std::vector<std::string>& values, bool missing) {
  const std::vector<std::string_view> views(values.begin(), values.end());
  return set_text(views, missing);
}

::testing::AssertionResult reads_as(const std::string& text, const std::vector<std::string>& values,
                                    bool missing) {
  Cell cell;
  if (!parse_cell(text, cell)) return ::testing::AssertionFailure() << text << " is no cell";
  if (cell.interval || cell.missing != missing ||
      !std::equal(cell.values.begin(), cell.values.end(), values.begin(), values.end())) {
    return ::testing::AssertionFailure() << text << " is another cell";
  }
  return ::testing::AssertionSuccess();
}

::testing::AssertionResult interval_survives(const std::string& low, const std::string& high,
                                             bool missing) {
  const std::string text = interval_text(low, high, missing);
  Cell cell;
  if (!parse_cell(text, cell)) return ::testing::AssertionFailure() << text << " is no cell";
  if (!cell.interval || cell.interval->first != low || cell.interval->second != high ||
      !cell.values.empty() || cell.missing != missing) {
    return ::testing::AssertionFailure() << text << " is another cell";
  }
  return ::testing::AssertionSuccess();
}

// All strings of up to `longest` bytes that mean something in a cell.
std::vector<std::string> nasty_texts(std::size_t longest) {
  std::vector<std::string> texts = {""};
  for (std::size_t from = 0, length = 1; length <= longest; ++length) {
    const std::size_t to = texts.size();
    for (; from < to; ++from) {
      for (const char c : std::string_view("[]{}\",\\ NULa")) texts.push_back(texts[from] + c);
    }
  }
  texts.insert(texts.end(),
               {"NULL", "NULL}", "NULL, NULL", "{NULL}", "\"NULL\"", "[a, a]", "{a, a}"});
  return texts;
}

TEST(Cell, AsInTheHeader) {
  EXPECT_EQ(plain_text("41"), "41");
  EXPECT_EQ(interval_text("35", "41", false), "[35, 41]");
  EXPECT_EQ(interval_text("35", "41", true), "{[35, 41], NULL}");
  EXPECT_EQ(set_of({"flu", "cold"}, false), "{flu, cold}");
  EXPECT_EQ(set_of({"flu"}, true), "{flu, NULL}");
  EXPECT_EQ(set_of({"flu"}, false), "flu");
}

TEST(Cell, WhatIsWrittenAsAJsonString) {
  EXPECT_EQ(plain_text("[x]"), R"("[x]")");
  EXPECT_EQ(plain_text("{x}"), R"("{x}")");
  EXPECT_EQ(plain_text("\"x\""), R"("\"x\"")");
  EXPECT_EQ(plain_text("NULL"), R"("NULL")");
  EXPECT_EQ(set_of({"a,b", "c}", "]", "NULL"}, false), R"({"a,b", "c}", ], "NULL"})");
  EXPECT_EQ(interval_text("a,b", "c]", false), R"(["a,b", "c]"])");
  EXPECT_EQ(interval_text("}", "~", false), "[}, ~]");
}

TEST(Cell, WhatIsWrittenAsItStands) {
  for (const char* text :
       {"", " ", "a, b", "x]", "x}", "a\"b", "\\", "null", "NULLS", "3/4", "a\nb", "\xC3\xA9"}) {
    EXPECT_EQ(plain_text(text), text);
  }
}

TEST(Cell, EveryShortPlainValueReadsBack) {
  for (const std::string& value : nasty_texts(4)) {
    ASSERT_TRUE(reads_as(plain_text(value), {value}, false));
    ASSERT_EQ(set_of({value}, false), plain_text(value));
    ASSERT_TRUE(reads_as(set_of({value}, true), {value}, true));
  }
}

TEST(Cell, EveryShortSetReadsBack) {
  const auto two = nasty_texts(2);
  for (const std::string& a : two) {
    for (const std::string& b : two) {
      ASSERT_TRUE(reads_as(set_of({a, b}, false), {a, b}, false));
      ASSERT_TRUE(reads_as(set_of({a, b}, true), {a, b}, true));
    }
  }
  const auto one = nasty_texts(1);
  for (const std::string& a : one) {
    for (const std::string& b : one) {
      for (const std::string& c : one) {
        ASSERT_TRUE(reads_as(set_of({a, b, c}, false), {a, b, c}, false));
        ASSERT_TRUE(reads_as(set_of({a, b, c}, true), {a, b, c}, true));
      }
    }
  }
}

TEST(Cell, EveryShortIntervalReadsBack) {
  const auto ends = nasty_texts(2);
  for (const std::string& low : ends) {
    for (const std::string& high : ends) {
      ASSERT_TRUE(interval_survives(low, high, false));
      ASSERT_TRUE(interval_survives(low, high, true));
    }
  }
}

// Control characters, characters beyond ASCII and long texts.
RC_GTEST_PROP(CellProperty, SetsReadBack, ()) {
  const auto piece = rc::gen::element<std::string>(
      "\n", "\t", "\x7F", "\xC3\xA9", "\xF0\x9F\x98\x80", "\"", "\\", "\\u0041", ",", ", ", "}",
      "]", "NULL", "[", "{", " ", "abc", "0");
  const auto text = rc::gen::map(rc::gen::container<std::vector<std::string>>(piece),
                                 [](const std::vector<std::string>& pieces) {
                                   std::string joined;
                                   for (const std::string& part : pieces) joined += part;
                                   return joined;
                                 });
  const auto values = *rc::gen::nonEmpty(rc::gen::container<std::vector<std::string>>(text));
  const bool missing = *rc::gen::arbitrary<bool>();
  RC_ASSERT(reads_as(set_of(values, missing), values, missing));
  RC_ASSERT(interval_survives(values.front(), values.back(), missing));
}

TEST(Cell, MissingAlone) {
  for (const char* text : {"NULL", "{NULL}"}) EXPECT_TRUE(reads_as(text, {}, true));
}

TEST(Cell, TextsThatAreNoCell) {
  for (const char* text : {"[",
                           "[1",
                           "[1]",
                           "[1,2]",
                           "[1, 2",
                           "[1, 2]x",
                           "[1, 2], NULL",
                           "[1, 2, 3]",
                           "[[1, 2], 3]",
                           "{",
                           "{a",
                           "{a, b",
                           "{a,b}",
                           "{a, b}x",
                           "{a}, b",
                           "{a, {b}}",
                           "{a, [b]}",
                           "{[1, 2], 3}",
                           "{3, [1, 2]}",
                           "{[1, 2], [3, 4]}",
                           "{NULL, a}",
                           "{a, NULL, b}",
                           "{NULL, NULL}",
                           "\"",
                           "\"a",
                           "\"a\"b",
                           "\"\\",
                           "\"\\x\"",
                           "{\"a\"b}",
                           "{\"a, b}",
                           "[\"a\"x, b]",
                           "{[1, 2]x, NULL}",
                           "\"\n\""}) {
    Cell cell;
    EXPECT_FALSE(parse_cell(text, cell)) << text;
  }
}

// Whatever is accepted means one thing: written again, it reads the same.
TEST(Cell, EveryShortTextIsNoCellOrReadsOneWay) {
  std::size_t cells = 0;
  for (const std::string& text : nasty_texts(4)) {
    Cell cell;
    if (!parse_cell(text, cell)) continue;
    ++cells;
    if (cell.interval) {
      ASSERT_TRUE(interval_survives(std::string(cell.interval->first),
                                    std::string(cell.interval->second), cell.missing));
    } else if (!cell.values.empty()) {
      const std::vector<std::string> values(cell.values.begin(), cell.values.end());
      ASSERT_TRUE(reads_as(set_of(values, cell.missing), values, cell.missing)) << text;
    } else {
      ASSERT_TRUE(cell.missing) << text;
    }
  }
  EXPECT_GT(cells, 10000U);
}

}  // namespace
}  // namespace overt
