#include "overt/table/drop.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "overt/table/encode.h"
#include "overt/table/text_source_for_tests.h"

namespace overt {
namespace {

Table table_of(std::vector<TextSource::Row> rows) {
  TextSource source({"age", "illness"}, std::move(rows));
  Progress progress;
  return read_table(source, {0, 1}, {}, progress);
}

void expect_same(const Table& table, const Table& expected) {
  ASSERT_EQ(table.columns.size(), expected.columns.size());
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    EXPECT_EQ(table.columns[c].name, expected.columns[c].name);
    EXPECT_EQ(table.columns[c].values, expected.columns[c].values);
    EXPECT_EQ(table.columns[c].codes, expected.columns[c].codes);
    EXPECT_EQ(table.columns[c].has_missing, expected.columns[c].has_missing);
  }
}

TEST(Drop, RecordsAndTheirValuesGo) {
  Table table = table_of({{"41", "flu"}, {"35", ""}, {"", "cold"}, {"28", "NULL"}, {"41", "flu"}});
  drop_missing(table, 1);
  expect_same(table, table_of({{"41", "flu"}, {"", "cold"}, {"41", "flu"}}));
}

TEST(Drop, MissingValuesOfOtherColumnsGoWithTheirRecord) {
  Table table = table_of({{"41", "flu"}, {"", ""}});
  drop_missing(table, 1);
  expect_same(table, table_of({{"41", "flu"}}));
  EXPECT_FALSE(table.columns[0].has_missing);
}

TEST(Drop, NothingMissingNothingDone) {
  Table table = table_of({{"", "flu"}, {"35", "cold"}});
  const Table before = table;
  drop_missing(table, 1);
  expect_same(table, before);
}

TEST(Drop, NothingLeft) {
  Table table = table_of({{"41", ""}, {"35", "NULL"}});
  drop_missing(table, 1);
  EXPECT_EQ(table.records(), 0U);
  for (const Column& column : table.columns) EXPECT_EQ(column.domain(), 0U);
}

// Every table of 3 records over two ages and two illnesses, missing included:
// dropping equals never having read those records. Types may differ (fewer
// values may be numbers by identity), so the values here are texts.
TEST(Drop, EverySmallTable) {
  const std::vector<std::string> cells = {"a", "b", ""};
  for (unsigned code = 0; code < 9 * 9 * 9; ++code) {
    std::vector<TextSource::Row> all;
    std::vector<TextSource::Row> kept;
    for (unsigned r = 0, rest = code; r < 3; ++r, rest /= 9) {
      all.push_back({cells[rest % 3], cells[rest / 3 % 3]});
      if (rest / 3 % 3 != 2) kept.push_back(all.back());
    }
    Table table = table_of(all);
    drop_missing(table, 1);
    if (kept.empty()) {
      ASSERT_EQ(table.records(), 0U);
    } else {
      expect_same(table, table_of(kept));
    }
    if (::testing::Test::HasFailure()) break;
  }
}

}  // namespace
}  // namespace overt
