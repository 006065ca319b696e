#include "overt/assess/table_look.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "overt/table/text_source_for_tests.h"

namespace overt {
namespace {

TableLook people() {
  std::vector<TextSource::Row> rows;
  for (int i = 0; i < 40; ++i) {
    rows.push_back({fmt::format("person {}", i), std::to_string(20 + i % 30),
                    i % 4 == 0 ? "NULL" : fmt::format("town{}", i % 9), i % 2 == 0 ? "flu" : "cold",
                    std::to_string(1000 + i)});
  }
  TextSource source({"patient_name", "age", "town", "condition", "number"}, rows);
  return look_at_table(source, {}, unwatched());
}

TEST(TableLook, TypesDistinctAndMissing) {
  const TableLook look = people();
  EXPECT_EQ(look.records, 40U);
  EXPECT_EQ(look.columns[1].type, ValueType::integer);
  EXPECT_EQ(look.columns[1].distinct, 30U);
  EXPECT_EQ(look.columns[2].distinct, 9U);
  EXPECT_EQ(look.columns[2].missing, 10U);
  EXPECT_EQ(look.columns[3].without_missing.largest_l(), 2U);
  EXPECT_EQ(look.columns[2].with_missing.largest, 10U);
  EXPECT_LT(look.columns[2].without_missing.largest, 10U);
  EXPECT_EQ(look.columns[3].values, (std::vector<std::string>{"cold", "flu"}));
}

TEST(TableLook, BinsHoldEveryRecordOnce) {
  const TableLook look = people();
  EXPECT_TRUE(look.columns[0].bins.empty());  // all different: nothing to be seen
  EXPECT_EQ(look.columns[1].bins.size(), 12U);
  EXPECT_EQ(look.columns[1].bins.front().label, "20 to 21");
  EXPECT_EQ(look.columns[2].bins.size(), 7U);
  EXPECT_EQ(look.columns[2].bins.back().label, "3 others");
  for (const ColumnLook& column : look.columns) {
    if (column.bins.empty()) continue;
    std::uint64_t sum = column.missing;
    for (const LookBin& bin : column.bins) sum += bin.count;
    EXPECT_EQ(sum, 40U) << column.name;
  }
}

TEST(TableLook, Guesses) {
  const TableLook look = people();
  EXPECT_EQ(guess_role(look, 0), Role::identifying);
  EXPECT_EQ(guess_role(look, 1), Role::quasi_identifying);
  EXPECT_EQ(guess_role(look, 2), Role::quasi_identifying);
  EXPECT_EQ(guess_role(look, 3), Role::sensitive);
  EXPECT_EQ(guess_role(look, 4), std::nullopt);  // a number of its own may be a measurement
  TableLook odd;
  odd.records = 100;
  odd.columns.resize(2);
  odd.columns[0].name = "width";  // "id" is no word of it
  odd.columns[0].distinct = 60;
  odd.columns[1].name = "constant";
  odd.columns[1].distinct = 1;
  EXPECT_EQ(guess_role(odd, 0), Role::quasi_identifying);
  EXPECT_EQ(guess_role(odd, 1), std::nullopt);
}

}  // namespace
}  // namespace overt
