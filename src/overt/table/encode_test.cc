#include "overt/table/encode.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "overt/base/error.h"
#include "overt/base/impatient_for_tests.h"
#include "overt/table/text_source_for_tests.h"
#include "overt/table/value_order.h"

namespace overt {
namespace {

using Row = TextSource::Row;

std::vector<Row> rows_of(const std::vector<std::string>& cells) {
  std::vector<Row> rows;
  for (const std::string& cell : cells) rows.push_back({cell});
  return rows;
}

Column read_column(TableSource& source, const ReadingRules& rules = {}) {
  Progress progress;
  return read_table(source, {0}, rules, progress).columns.at(0);
}

Column column_of(const std::vector<std::string>& cells, const ReadingRules& rules = {}) {
  TextSource source({"x"}, rows_of(cells));
  return read_column(source, rules);
}

// The invariants of column.h, word for word.
void expect_invariants(const Column& column) {
  ASSERT_LE(column.domain(), column.codes.size());
  ValueOrder order;
  if (column.ordered() && !column.declared) {
    order = find_order({column.values.begin(), column.values.end()});
    EXPECT_EQ(order.type, column.type);
  }
  for (std::size_t i = 1; i < column.values.size(); ++i) {
    const bool ties = order.keys.empty() || order.keys[i - 1] == order.keys[i];
    if (!column.declared) {
      EXPECT_TRUE(ties ? column.values[i - 1] < column.values[i]
                       : order.keys[i - 1] < order.keys[i]);
    }
    EXPECT_NE(column.values[i - 1], column.values[i]);
  }
  EXPECT_TRUE(std::all_of(column.codes.begin(), column.codes.end(),
                          [&](Code code) { return code < column.domain(); }));
  const auto counts = column.counts();
  EXPECT_EQ(std::count(counts.begin(), counts.end(), 0U), 0) << "a code of no record";
}

std::string refusal(TableSource& source, const std::vector<std::size_t>& columns,
                    const ReadingRules& rules = {}) {
  try {
    Progress progress;
    read_table(source, columns, rules, progress);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::malformed);
    return error.what();
  }
  return "accepted";
}

// An enumeration of a database: low, middle, high, and one that does not occur.
class Enumeration final : public TextSource {
 public:
  using TextSource::TextSource;
  bool is_text(std::size_t /*column*/) const override { return true; }
  std::vector<std::string> value_order(std::size_t /*column*/) const override {
    return {"low", "never", "middle", "high"};
  }
};

TEST(Encode, RanksFollowTheOrderThatTheSourceGives) {
  Enumeration source({"x"}, rows_of({"middle", "high", "NULL", "low", "high"}));
  const Column column = read_column(source);
  EXPECT_EQ(column.values, (std::vector<std::string>{"high", "low", "middle"}));
  EXPECT_EQ(column.ranks, (std::vector<Code>{2, 0, 1}));
  Enumeration other({"x"}, rows_of({"middle", "high", "of no order"}));
  EXPECT_TRUE(read_column(other).ranks.empty());
  ReadingRules rules;
  rules.types["x"] = {ValueType::text, {}};
  Enumeration declared({"x"}, rows_of({"middle", "high"}));
  EXPECT_TRUE(read_column(declared, rules).ranks.empty());
  EXPECT_TRUE(column_of({"middle", "high"}).ranks.empty());
}

TEST(Encode, AsInColumnH) {
  const Column ages = column_of({"41", "35", "NULL", "41"});
  EXPECT_EQ(ages.name, "x");
  EXPECT_EQ(ages.type, ValueType::integer);
  EXPECT_FALSE(ages.declared);
  EXPECT_EQ(ages.values, (std::vector<std::string>{"35", "41"}));
  EXPECT_EQ(ages.codes, (std::vector<Code>{1, 0, 2, 1}));
  EXPECT_TRUE(ages.has_missing);
  EXPECT_EQ(ages.missing_code(), 2U);
  EXPECT_EQ(ages.domain(), 3U);
  EXPECT_EQ(ages.counts(), (std::vector<std::uint64_t>{1, 2, 1}));
}

TEST(Encode, CodesAreSortedByValueNotByAppearance) {
  EXPECT_EQ(column_of({"10", "9", "-1"}).values, (std::vector<std::string>{"-1", "9", "10"}));
  EXPECT_EQ(column_of({"1.5", "10", "0.25"}).values,
            (std::vector<std::string>{"0.25", "1.5", "10"}));
  EXPECT_EQ(column_of({"b", "10", "9", "B"}).values,
            (std::vector<std::string>{"10", "9", "B", "b"}));
  EXPECT_EQ(column_of({"2024-03-01", "1999-12-31"}).values,
            (std::vector<std::string>{"1999-12-31", "2024-03-01"}));
  EXPECT_EQ(column_of({"\xC3\xA9", "z"}).values, (std::vector<std::string>{"z", "\xC3\xA9"}));
}

TEST(Encode, MissingRules) {
  EXPECT_FALSE(column_of({"a", "b"}).has_missing);
  EXPECT_EQ(column_of({"a", "", "NULL"}).codes, (std::vector<Code>{0, 1, 1}));
  EXPECT_EQ(column_of({"7", "NULL", "8"}).type, ValueType::integer) << "missing does not count";

  ReadingRules rules;
  rules.missing = {"?", "-9"};
  const Column column = column_of({"", "?", "NULL", "-9"}, rules);
  EXPECT_EQ(column.values, (std::vector<std::string>{"", "NULL"}));
  EXPECT_EQ(column.codes, (std::vector<Code>{0, 2, 1, 2}));
  rules.missing = {};
  EXPECT_EQ(column_of({"", "x"}, rules).values, (std::vector<std::string>{"", "x"}));
}

TEST(Encode, NullsOfTheFileAreMissingWhateverTheRules) {
  ReadingRules rules;
  rules.missing = {"?"};
  TextSource source({"x"}, {{"b"}, {std::nullopt}, {""}, {"?"}});
  const Column column = read_column(source, rules);
  EXPECT_EQ(column.values, (std::vector<std::string>{"", "b"}));
  EXPECT_EQ(column.codes, (std::vector<Code>{1, 2, 0, 2}));
}

TEST(Encode, NothingButMissing) {
  TextSource source({"x"}, {{""}, {std::nullopt}, {"NULL"}});
  const Column column = read_column(source);
  EXPECT_TRUE(column.values.empty());
  EXPECT_TRUE(column.has_missing);
  EXPECT_EQ(column.domain(), 1U);
  EXPECT_EQ(column.type, ValueType::text);
  EXPECT_EQ(column.codes, (std::vector<Code>{0, 0, 0}));
}

// All columns of four records over texts of every kind, in blocks of every size.
TEST(Encode, EverySmallColumn) {
  const std::vector<std::string> texts = {"", "NULL", "a", "10", "9", "9.5", "2024-01-01"};
  for (std::size_t code = 0; code < 2401; ++code) {  // 7^4
    const std::vector<std::string> cells = {texts[code % 7], texts[code / 7 % 7],
                                            texts[code / 49 % 7], texts[code / 343]};
    const Column whole = column_of(cells);
    expect_invariants(whole);
    for (std::size_t r = 0; r < 4; ++r) {
      const bool missing = cells[r].empty() || cells[r] == "NULL";
      const std::string text = missing ? "(missing)" : cells[r];
      const Code c = whole.codes[r];
      ASSERT_EQ(c == whole.missing_code() ? "(missing)" : whole.values[c], text);
    }
    for (std::size_t block = 1; block < 4; ++block) {
      TextSource source({"x"}, rows_of(cells), block);
      const Column column = read_column(source);
      ASSERT_EQ(column.values, whole.values);
      ASSERT_EQ(column.codes, whole.codes);
      ASSERT_EQ(column.type, whole.type);
    }
    if (::testing::Test::HasFailure()) break;
  }
}

// A dictionary may hold values that no record of the block has: Parquet files do.
class SloppySource : public TextSource {
 public:
  using TextSource::TextSource;
  std::optional<TextBlock> next() override {
    auto block = TextSource::next();
    if (block) block->columns.at(0).values.push_back("of no record");
    return block;
  }
};

TEST(Encode, ValuesOfNoRecordLeaveNoTrace) {
  SloppySource source({"x"}, rows_of({"2", "10", "2"}), 2);
  const Column column = read_column(source);
  EXPECT_EQ(column.values, (std::vector<std::string>{"2", "10"}));
  EXPECT_EQ(column.type, ValueType::integer);
  expect_invariants(column);
}

TEST(Encode, ChosenColumnsInTheChosenOrder) {
  TextSource source({"a", "b", "c"}, {{"1", "x", "7"}, {"2", "y", "8"}});
  Progress progress;
  const Table table = read_table(source, {2, 0}, {}, progress);
  ASSERT_EQ(table.columns.size(), 2U);
  EXPECT_EQ(table.columns[0].name, "c");
  EXPECT_EQ(table.columns[0].values, (std::vector<std::string>{"7", "8"}));
  EXPECT_EQ(table.columns[1].name, "a");
  EXPECT_EQ(table.records(), 2U);
  EXPECT_EQ(table.find("a"), 1U);
  EXPECT_EQ(table.find("b"), 2U);
}

TEST(Encode, DeclaredTypesKeepTheTexts) {
  ReadingRules rules;
  rules.types["x"] = {ValueType::integer, ""};
  const Column column = column_of({"010", "9", "+9", "NULL"}, rules);
  EXPECT_TRUE(column.declared);
  EXPECT_EQ(column.type, ValueType::integer);
  EXPECT_EQ(column.values, (std::vector<std::string>{"+9", "9", "010"}));
  EXPECT_EQ(column.codes, (std::vector<Code>{2, 1, 0, 3}));
  rules.types["x"] = {ValueType::text, ""};
  EXPECT_EQ(column_of({"10", "9"}, rules).values, (std::vector<std::string>{"10", "9"}));
  rules.types["x"] = {ValueType::date, "%d.%m.%Y"};
  EXPECT_EQ(column_of({"01.02.2024", "31.01.2024"}, rules).values,
            (std::vector<std::string>{"31.01.2024", "01.02.2024"}));
}

TEST(Encode, DeclaredTypeErrorNamesThePlaceAndNotTheValue) {
  ReadingRules rules;
  rules.types["age"] = {ValueType::integer, ""};
  rules.types["born"] = {ValueType::date, ""};
  TextSource ages({"name", "age"}, {{"a", "1"}, {"b", "1"}, {"c", "SECRET"}, {"d", "WORSE"}}, 2);
  EXPECT_EQ(refusal(ages, {0, 1}, rules),
            "test.csv: line 4: column age: the value is not an integer");
  TextSource dates({"born"}, {{"2024-02-29"}, {"2024-02-30"}});
  EXPECT_EQ(refusal(dates, {0}, rules), "test.csv: line 3: column born: the value is not a date");
}

TEST(Encode, ADateInAnotherFormSaysWhichOne) {
  ReadingRules rules;
  rules.types["born"] = {ValueType::date, ""};
  TextSource dates({"born"}, {{"31.12.1980"}, {"01.02.2003"}});
  EXPECT_EQ(
      refusal(dates, {0}, rules),
      "test.csv: line 2: column born: the value is not a date as in 1980-12-31; all values of "
      "the column fit %d.%m.%Y (columns born=date:%d.%m.%Y)");
}

TEST(Encode, OneNumberInTwoFormsIsOneValue) {
  const Column column = column_of({"2.0", "1e-05", "2", "10.0", "", "2.00"});
  EXPECT_EQ(column.type, ValueType::number);
  EXPECT_EQ(column.values, (std::vector<std::string>{"1e-05", "2", "10"}));
  EXPECT_EQ(column.codes, (std::vector<Code>{1, 0, 1, 2, 3, 1}));
  expect_invariants(column);
  const Column ages = column_of({"22.0", "19.0", "", "2.0", "21.0"});
  EXPECT_EQ(ages.type, ValueType::integer);
  EXPECT_EQ(ages.values, (std::vector<std::string>{"2", "19", "21", "22"}));
}

TEST(Encode, AMissingNumberIsMissingInEveryForm) {
  ReadingRules rules;
  rules.missing = {"", "-9"};
  const Column column = column_of({"-9.0", "1.5", "-9", ""}, rules);
  EXPECT_EQ(column.values, (std::vector<std::string>{"1.5"}));
  EXPECT_EQ(column.codes, (std::vector<Code>{1, 0, 1, 1}));
}

TEST(Encode, DecimalComma) {
  ReadingRules rules;
  rules.decimal = ',';
  EXPECT_EQ(column_of({"3,5", "12", "-0,25"}, rules).values,
            (std::vector<std::string>{"-0.25", "3.5", "12"}));
  EXPECT_EQ(column_of({"3,50", "12,00"}, rules).values,
            (std::vector<std::string>{"3.50", "12.00"}));
  EXPECT_EQ(column_of({"Graz, Linz", "Wels"}, rules).values,
            (std::vector<std::string>{"Graz, Linz", "Wels"}));
  EXPECT_EQ(column_of({"1.234,5", "2"}, rules).type, ValueType::text);
  rules.types["x"] = {ValueType::decimal, ""};
  EXPECT_EQ(column_of({"3,5", "2"}, rules).values, (std::vector<std::string>{"2", "3.5"}));
  EXPECT_EQ(column_of({"3,5", "2"}).type, ValueType::text);
}

// One odd text in a column of numbers: its place, never itself, and what to do about it.
TEST(Encode, AnOddTextAmongNumbersIsAMistake) {
  std::vector<Row> rows;
  for (int i = 0; i < 200; ++i) rows.push_back({std::to_string(i)});
  rows[41] = {"SECRET"};
  TextSource one({"age"}, rows);
  EXPECT_EQ(
      refusal(one, {0}),
      "test.csv: line 43: column age: the value is not a number, as nearly all others are; "
      "read the value as a missing one (missing, beside the empty field and NULL) or the column "
      "as text (columns age=text)");
  ReadingRules rules;
  rules.types["age"] = {ValueType::text, ""};
  TextSource text({"age"}, rows);
  EXPECT_EQ(refusal(text, {0}, rules), "accepted");
  rules.types.clear();
  rules.missing = {"", "SECRET"};
  TextSource missing({"age"}, rows);
  EXPECT_EQ(refusal(missing, {0}, rules), "accepted");
  rows[42] = rows[43] = {"90+"};
  TextSource three({"age"}, rows);
  EXPECT_EQ(refusal(three, {0}), "accepted") << "more than one in a hundred: codes, perhaps";
  rows.resize(99);
  rows[42] = rows[43] = {"1"};
  TextSource few({"age"}, rows);
  EXPECT_EQ(refusal(few, {0}), "accepted");
}

TEST(Encode, NanAmongNumbersIsNotText) {
  TextSource source({"x"}, {{"1.5"}, {"NaN"}, {"-inf"}});
  EXPECT_EQ(refusal(source, {0}),
            "test.csv: line 3: column x: NaN or an infinity among numbers; read the value as a "
            "missing one (missing, beside the empty field and NULL) or the column as text "
            "(columns x=text)");
  EXPECT_EQ(column_of({"nan", "inf"}).type, ValueType::text) << "no numbers here";
}

// Whoever says what is missing replaces the empty field: then it is no number either.
TEST(Encode, AnEmptyFieldAmongNumbersIsNotText) {
  ReadingRules rules;
  rules.missing = {"unknown"};
  TextSource source({"x"}, {{"1.5"}, {""}, {""}, {"unknown"}});
  EXPECT_EQ(refusal(source, {0}, rules),
            "test.csv: line 3: column x: the field is empty, where others have a number; read the "
            "value as a missing one (missing) or the column as text (columns x=text)");
  EXPECT_EQ(column_of({"a", "", "unknown"}, rules).type, ValueType::text) << "no numbers here";
}

// A small table is coded by one thread, a larger one by several.
TEST(Encode, ColumnsTogetherAsEachAlone) {
  for (const std::size_t records : {255U, 256U, 1000U}) {
    std::vector<Row> rows;
    for (std::size_t i = 0; i < records; ++i) {
      rows.push_back({std::to_string(i % 7), "v" + std::to_string(i % 301), std::to_string(i)});
    }
    Progress progress;
    TextSource together({"a", "b", "c"}, rows);
    const Table table = read_table(together, {0, 1, 2}, {}, progress);
    ASSERT_EQ(table.records(), records);
    for (std::size_t i = 0; i < 3; ++i) {
      TextSource alone({"a", "b", "c"}, rows);
      const Table one = read_table(alone, {i}, {}, progress);
      EXPECT_EQ(table.columns[i].values, one.columns[0].values);
      EXPECT_EQ(table.columns[i].codes, one.columns[0].codes);
    }
  }
}

TEST(Encode, EmptyTable) {
  TextSource source({"a", "b"}, {});
  EXPECT_EQ(refusal(source, {0, 1}), "test.csv: the table has no records");
}

TEST(Encode, StopsWhenAskedTo) {
  TextSource source({"x"}, {{"1"}, {"2"}}, 1);
  Impatient progress;
  EXPECT_THROW(read_table(source, {0}, {}, progress), Error);
}

}  // namespace
}  // namespace overt
