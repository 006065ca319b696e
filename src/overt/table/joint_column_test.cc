#include "overt/table/joint_column.h"

#include <gtest/gtest.h>

namespace overt {
namespace {

Table three_columns() {
  Table table;
  table.columns.resize(3);
  table.columns[0].name = "illness";
  table.columns[0].values = {"cold", "flu"};
  table.columns[0].codes = {1, 1, 0, 1};
  table.columns[1].name = "salary";
  table.columns[1].values = {"high", "low"};
  table.columns[1].codes = {1, 0, 1, 1};
  table.columns[2].name = "test";
  table.columns[2].values = {"no"};
  table.columns[2].has_missing = true;
  table.columns[2].codes = {0, 0, 1, 1};
  return table;
}

TEST(JointColumn, HasACodeForEveryRowOfValues) {
  const Table table = three_columns();
  const std::vector<std::string> two = {"illness", "salary"};
  const JointColumn joint = joint_column(table, two);
  EXPECT_EQ(joint.column.codes, (std::vector<Code>{2, 1, 0, 2}));
  EXPECT_EQ(joint.parts, (std::vector<std::vector<Code>>{{0, 1, 1}, {1, 0, 1}}));
  const std::vector<std::string> three = {"illness", "salary", "test"};
  const JointColumn all = joint_column(table, three);
  ASSERT_EQ(all.column.domain(), 4U);
  for (std::size_t c = 0; c < 3; ++c) {
    for (std::size_t r = 0; r < 4; ++r) {
      EXPECT_EQ(all.parts[c][all.column.codes[r]], table.columns[c].codes[r]);
    }
  }
}

TEST(JointColumn, OfOneIsThatColumnAndOfNoneOneValue) {
  const Table table = three_columns();
  const std::vector<std::string> one = {"test"};
  EXPECT_EQ(joint_column(table, one).column.codes, table.columns[2].codes);
  EXPECT_EQ(joint_column(table, one).column.domain(), 2U);
  const JointColumn none = joint_column(table, {});
  EXPECT_EQ(none.column.codes, (std::vector<Code>{0, 0, 0, 0}));
  EXPECT_EQ(none.column.domain(), 1U);
  EXPECT_TRUE(none.parts.empty());
}

}  // namespace
}  // namespace overt
