#include "overt/assess/query_types.h"

#include <gtest/gtest.h>

#include "overt/base/error.h"

namespace overt {
namespace {

using Pair = std::pair<std::size_t, std::size_t>;

std::vector<std::string> keys(const std::vector<std::string>& columns,
                              const std::optional<std::vector<std::string>>& pairs = {}) {
  std::vector<std::string> result;
  for (const QueryType& type : query_types(columns, pairs)) result.push_back(type.key);
  return result;
}

std::string message_of(const std::vector<std::string>& columns,
                       const std::vector<std::string>& pairs) {
  try {
    query_types(columns, pairs);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);
    return error.what();
  }
  return "no error";
}

TEST(QueryTypes, AreColumnsPairsAndAll) {
  EXPECT_EQ(keys({"age", "sex"}), (std::vector<std::string>{"age", "sex", "age+sex", "all"}));
  EXPECT_EQ(keys({"age"}), (std::vector<std::string>{"age", "all"}));
  EXPECT_EQ(keys({}), std::vector<std::string>{"all"});
  EXPECT_EQ(keys({"a", "b", "c", "d"}).size(), 4U + 6 + 1);
  EXPECT_EQ(keys({"a", "b", "c", "d", "e"}).size(), 5U + 0 + 1);
  const auto types = query_types({"a", "b", "c"}, std::vector<std::string>{"c+a"});
  ASSERT_EQ(types.size(), 5U);
  EXPECT_EQ(types[3].key, "c+a");  // as it was given
  EXPECT_EQ(types[3].columns, (std::vector<std::size_t>{0, 2}));
  EXPECT_EQ(types[4].columns, (std::vector<std::size_t>{0, 1, 2}));
}

TEST(QueryTypes, GiveEveryTypeAKeyOfItsOwn) {
  EXPECT_EQ(keys({"all", "b"}), (std::vector<std::string>{"\"all\"", "b", "all+b", "all"}));
  EXPECT_EQ(keys({"a", "b", "a+b"}),
            (std::vector<std::string>{"a", "b", "\"a+b\"", "a+b", "a+a+b", "b+a+b", "all"}));
}

TEST(QueryTypes, ReadPairsWherePlusIsPartOfAName) {
  EXPECT_EQ(parse_pair("a+b", {"a", "b"}), Pair(0, 1));
  EXPECT_EQ(parse_pair("b+a", {"a", "b"}), Pair(0, 1));
  EXPECT_EQ(parse_pair("a+b+c", {"a+b", "c"}), Pair(0, 1));
}

TEST(QueryTypes, RefusePairsThatCannotBeRead) {
  const std::string expected =
      ": expected two different quasi-identifying columns with a + between them";
  for (const char* text : {"a", "a+", "+", "a+a", "a+x", "a,b", ""}) {
    EXPECT_EQ(message_of({"a", "b"}, {text}), "pair " + std::string(text) + expected);
  }
  EXPECT_EQ(message_of({"a", "b", "a+b", "b+a"}, {"a+b+a"}),
            "pair a+b+a: there is more than one way to read it");
  EXPECT_EQ(message_of({"a", "b"}, {"a+b", "b+a"}), "pair b+a: given twice");
}

}  // namespace
}  // namespace overt
