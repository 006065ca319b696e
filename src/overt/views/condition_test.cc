#include "overt/views/condition.h"

#include <gtest/gtest.h>

#include "overt/base/error.h"

namespace overt::views {
namespace {

Column column(std::string name, ValueType type, std::vector<std::string> values,
              std::vector<Code> codes, bool missing = false) {
  Column result;
  result.name = std::move(name);
  result.type = type;
  result.values = std::move(values);
  result.codes = std::move(codes);
  result.has_missing = missing;
  return result;
}

// age 30 41 missing 9, zip 22030 22031 22030 22040, born, "the ward"
const Table& people() {
  static const Table table{
      {column("age", ValueType::integer, {"9", "30", "41"}, {1, 2, 3, 0}, true),
       column("zip", ValueType::text, {"22030", "22031", "22040"}, {0, 1, 0, 2}),
       column("born", ValueType::date, {"1980-01-31", "1999-12-01"}, {0, 1, 1, 0}),
       column("the ward", ValueType::text, {"A", "it's"}, {0, 1, 1, 0})}};
  return table;
}

std::vector<Record> where(std::string_view condition) {
  return records_where(condition, people(), "condition", {}, "c");
}

using Records = std::vector<Record>;

TEST(ViewsCondition, Comparisons) {
  EXPECT_EQ(where("age <= 30"), (Records{0, 3}));
  EXPECT_EQ(where("age < 30"), (Records{3}));
  EXPECT_EQ(where("age > 9"), (Records{0, 1}));
  EXPECT_EQ(where("age >= 9.5"), (Records{0, 1}));
  EXPECT_EQ(where("age == 41"), (Records{1}));
  EXPECT_EQ(where("age = '41'"), (Records{1}));
  EXPECT_EQ(where("age != 41"), (Records{0, 2, 3}));  // a missing value is not 41
  EXPECT_EQ(where("age in (30, 9, 7)"), (Records{0, 3}));
  EXPECT_EQ(where("age not in (30, 9)"), (Records{1, 2}));
  EXPECT_EQ(where("zip == '22030'"), (Records{0, 2}));
  EXPECT_EQ(where("zip == 22030"), (Records{0, 2}));
  EXPECT_EQ(where("born >= '1999-12-01'"), (Records{1, 2}));
  EXPECT_EQ(where("\"the ward\" == 'it''s'"), (Records{1, 2}));
  EXPECT_EQ(where("zip == 'none'"), Records{});
}

TEST(ViewsCondition, AndBindsTighterThanOr) {
  EXPECT_EQ(where("age == 41 or age == 30 and zip == '22030'"), (Records{0, 1}));
  EXPECT_EQ(where("(age == 41 or age == 30) and zip == '22030'"), (Records{0}));
  EXPECT_EQ(where("not age == 41 and not(zip='22040')"), (Records{0, 2}));
  EXPECT_EQ(where("not not age == 41"), (Records{1}));
}

TEST(ViewsCondition, SaysWhatIsWrongAndWhere) {
  const std::pair<const char*, const char*> cases[] = {
      {"", "c: character 1: expected the name of a column, not or ("},
      {"age", "c: character 4: expected a comparison (== != < <= > >=) or in"},
      {"age <=", "c: character 7: expected a number, or a text in single quotes"},
      {"age <= forty", "c: character 8: expected a number, or a text in single quotes"},
      {"age <= 'forty'", "c: character 8: the column holds values of type integer"},
      {"age <= 40 zip", "c: character 11: expected and, or, or the end"},
      {"(age <= 40", "c: character 11: expected )"},
      {"age in 40", "c: character 8: expected ("},
      {"age in (40", "c: character 11: expected , or )"},
      {"age not 40", "c: character 9: expected in"},
      {"height > 3", "c: character 1: there is no column with this name"},
      {"age > 3 and condition == 'flu'",
       "c: character 13: this is the sensitive column; a condition speaks of public ones"},
      {"zip < '3'", "c: character 5: a column of text has no order; it knows == != and in"},
      {"zip == 'x", "c: character 8: the quote that opens here is never closed"},
      {"age & 3", "c: character 5: this sign has no meaning here"},
      {"age <= 40 and or", "c: character 15: expected the name of a column, not or ("},
  };
  for (const auto& [text, expected] : cases) {
    try {
      static_cast<void>(where(text));
      ADD_FAILURE() << text;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::malformed);
      EXPECT_STREQ(error.what(), expected) << text;
    }
  }
  std::string deep(1000, '(');
  EXPECT_THROW(where(deep), Error);
}

}  // namespace
}  // namespace overt::views
