#include "overt/assess/reader_scale.h"

#include <gtest/gtest.h>

namespace overt {
namespace {

Column column_of(std::vector<std::string> values, ValueType type) {
  Column column;
  column.name = "x";
  column.values = std::move(values);
  column.type = type;
  return column;
}

CellColumn cells_of(std::vector<CodeSet> cells, std::vector<bool> intervals) {
  CellColumn result;
  result.cells = std::move(cells);
  result.spoken_as_interval = std::move(intervals);
  return result;
}

TEST(ReaderScale, WholeNumbersWithGapsAreCounted) {
  CellColumn cells = cells_of({{0, 2, {}}, {1, 1, {}}, {0, 1, {3}}}, {true, false, true});
  Column column = column_of({"20", "30", "60"}, ValueType::integer);
  column.has_missing = true;
  set_reader_scale(column, {}, cells);
  EXPECT_EQ(cells.scale.each, 1);
  EXPECT_EQ(cells.scale.between, (std::vector<double>{0, 9, 29, 0}));
  EXPECT_EQ(cells.scale.extent, (std::vector<double>{41, 1, 12}));
}

TEST(ReaderScale, WhereNothingIsBetweenCodesAreCounted) {
  CellColumn cells = cells_of({{0, 2, {}}}, {true});
  set_reader_scale(column_of({"20", "21", "22"}, ValueType::integer), {}, cells);
  EXPECT_FALSE(cells.scaled());
  CertifiedJob job;
  job.hierarchies = {"x"};
  set_reader_scale(column_of({"20", "30", "60"}, ValueType::integer), job, cells);
  EXPECT_FALSE(cells.scaled());
}

TEST(ReaderScale, OtherNumbersHaveALength) {
  CellColumn cells = cells_of({{0, 2, {}}, {1, 1, {}}}, {true, false});
  set_reader_scale(column_of({"0.5", "2", "2.25"}, ValueType::decimal), {}, cells);
  EXPECT_EQ(cells.scale.each, 0);
  EXPECT_EQ(cells.scale.extent, (std::vector<double>{1.75, 0}));
}

// ["a", "e"] and {b, c}: of the first a reader knows its ends, and b and c from the second.
TEST(ReaderScale, OfTextsOnlyThoseThatAreNamedAreKnown) {
  CellColumn cells = cells_of({{0, 4, {}}, {1, 2, {}}}, {true, false});
  set_reader_scale(column_of({"a", "b", "c", "d", "e"}, ValueType::text), {}, cells);
  EXPECT_EQ(cells.scale.extent, (std::vector<double>{4, 2}));
}

}  // namespace
}  // namespace overt
