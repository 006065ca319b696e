#include "overt/assess/cell_reader.h"

#include <gtest/gtest.h>

namespace overt {
namespace {

Column ages() {
  Column column;
  column.name = "age";
  column.type = ValueType::integer;
  column.has_missing = true;
  column.values = {"29", "35", "38", "41"};
  return column;
}

TEST(CellReader, ReadsEveryKindOfCell) {
  const Column column = ages();
  CellColumn cells;
  CellReader reader(column, std::nullopt, cells);
  for (const char* text : {"[35, 41]", "29", "{[35, 41], NULL}", "{29, NULL}", "{29, 38}"}) {
    ASSERT_TRUE(reader.add(text)) << text;
  }
  ASSERT_TRUE(reader.add(std::nullopt));
  const std::vector<std::vector<Code>> expected = {{1, 2, 3}, {0},    {1, 2, 3, 4},
                                                   {0, 4},    {0, 2}, {4}};
  ASSERT_EQ(cells.cells.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(cells.cells[i].size(), expected[i].size());
    for (const Code code : expected[i]) EXPECT_TRUE(cells.cells[i].contains(code)) << i;
  }
}

TEST(CellReader, KeepsEqualCellsOnce) {
  const Column column = ages();
  CellColumn cells;
  CellReader reader(column, std::nullopt, cells);
  for (int round = 0; round < 2; ++round) {
    EXPECT_TRUE(reader.add("[35, 41]"));
    EXPECT_TRUE(reader.add(std::nullopt));
    EXPECT_TRUE(reader.add("29"));
  }
  EXPECT_EQ(cells.cells.size(), 3U);
  EXPECT_EQ(cells.of_group, (std::vector<std::uint32_t>{0, 1, 2, 0, 1, 2}));
}

TEST(CellReader, RefusesWhatTheColumnDoesNotHave) {
  Column column = ages();
  const auto reads = [&](std::optional<std::string_view> text) {
    CellColumn cells;
    return CellReader(column, std::nullopt, cells).add(text);
  };
  for (const char* text : {"30", "[30, 41]", "[41, 35]", "{29, 30}", "{29", "[29]"}) {
    EXPECT_FALSE(reads(text)) << text;
  }
  column.has_missing = false;
  EXPECT_FALSE(reads(std::nullopt));
  EXPECT_FALSE(reads("{29, NULL}"));
  EXPECT_TRUE(reads("29"));
}

}  // namespace
}  // namespace overt
