#include "overt/report/cell_extent.h"

#include <gtest/gtest.h>

#include "overt/base/error.h"

namespace overt {
namespace {

SurveyedColumn column(std::vector<std::optional<std::string>> cells) {
  return {"c", std::move(cells), {}};
}

TEST(CellExtents, CountsWholeNumbersAndDays) {
  const SurveyedColumn ages = column({"[35, 41]", "29", "{[29, 30], NULL}", std::nullopt});
  const CellExtents extents(ages, false, nullptr, nullptr);
  EXPECT_EQ(extents.type(), ValueType::integer);
  EXPECT_TRUE(extents.intervals());
  EXPECT_STREQ(extents.unit(), "whole numbers");
  EXPECT_EQ(extents.extent(0), 7);
  EXPECT_EQ(extents.extent(1), 1);
  EXPECT_EQ(extents.extent(2), 3);  // 29, 30 and missing
  EXPECT_EQ(extents.extent(3), 1);
  EXPECT_FALSE(extents.single(0));
  EXPECT_TRUE(extents.single(1));
  EXPECT_FALSE(extents.single(2));
  EXPECT_TRUE(extents.single(3));

  const SurveyedColumn days = column({"[2024-02-27, 2024-03-01]"});
  const CellExtents leap(days, false, nullptr, nullptr);
  EXPECT_EQ(leap.type(), ValueType::date);
  EXPECT_EQ(leap.extent(0), 4);
}

TEST(CellExtents, MeasuresDecimals) {
  const SurveyedColumn weights = column({"[0.5, 2]", "1.5", "{[0.5, 1], NULL}"});
  const CellExtents extents(weights, false, nullptr, nullptr);
  EXPECT_EQ(extents.type(), ValueType::number);
  EXPECT_DOUBLE_EQ(extents.extent(0), 1.5);
  EXPECT_EQ(extents.extent(1), 0);
  EXPECT_DOUBLE_EQ(extents.extent(2), 0.5);
  // 1 to 1.5: a third of the first, all of the second, nothing but an end of the third.
  const ValueRange predicate{"1", "1.5", 1, 2};
  EXPECT_DOUBLE_EQ(extents.part(0, predicate).taken, 0.5);
  EXPECT_DOUBLE_EQ(extents.part(0, predicate).whole, 1.5);
  EXPECT_EQ(extents.part(1, predicate).taken, 1);
  EXPECT_EQ(extents.part(1, predicate).whole, 1);
  EXPECT_EQ(extents.part(2, predicate).taken, 0);
}

TEST(CellExtents, TakesPartsOfIntervals) {
  const SurveyedColumn ages = column({"[30, 39]", "[41, 50]", "35", std::nullopt});
  const CellExtents extents(ages, false, nullptr, nullptr);
  const ValueRange predicate{"35", "41", 1, 3};  // values: 30 35 39 41 50
  EXPECT_EQ(extents.part(0, predicate).taken, 5);
  EXPECT_EQ(extents.part(0, predicate).whole, 10);
  EXPECT_EQ(extents.part(1, predicate).taken, 1);
  EXPECT_EQ(extents.part(2, predicate).taken, 1);
  EXPECT_EQ(extents.part(3, predicate).taken, 0);
  EXPECT_EQ(extents.range()->low, "30");
  EXPECT_EQ(extents.range()->high, "50");
  EXPECT_EQ(extents.example()->low, "35");
  EXPECT_EQ(extents.example()->high, "39");
}

TEST(CellExtents, CountsTextsAndWhatStandsBelowALabel) {
  const SurveyedColumn sexes = column({"{F, M, NULL}", "F"});
  const CellExtents sets(sexes, false, nullptr, nullptr);
  EXPECT_EQ(sets.type(), ValueType::text);
  EXPECT_EQ(sets.extent(0), 3);
  EXPECT_EQ(sets.example()->low, "F");
  EXPECT_EQ(sets.part(0, *sets.example()).whole, 3);
  EXPECT_FALSE(sets.range());

  const auto zips = Hierarchy::from_rows(
      "zip", {{"1010", "101*", "*"}, {"1011", "101*", "*"}, {"1020", "102*", "*"}});
  const SurveyedColumn labels = column({"101*", "1020", "*", "{102*, NULL}"});
  const CellExtents tree(labels, false, &zips, nullptr);
  EXPECT_EQ(tree.type(), ValueType::text);  // though the leaves are numbers
  EXPECT_EQ(tree.extent(0), 2);
  EXPECT_TRUE(tree.single(1));
  EXPECT_EQ(tree.extent(2), 3);
  EXPECT_EQ(tree.extent(3), 2);
  EXPECT_EQ(tree.example()->low, "1010");
  EXPECT_EQ(tree.part(0, *tree.example()).taken, 1);
  EXPECT_EQ(tree.part(1, *tree.example()).taken, 0);
}

TEST(CellExtents, CountsTheNamedTextsOfAnInterval) {
  const SurveyedColumn towns =
      column({"[\"Graz\", \"Wien\"]", "Linz", "{Aachen, Linz}", "{[\"Linz\", \"Wien\"], NULL}"});
  const CellExtents extents(towns, false, nullptr, nullptr);  // Aachen Graz Linz Wien
  EXPECT_EQ(extents.type(), ValueType::text);
  EXPECT_EQ(extents.extent(0), 3);
  EXPECT_EQ(extents.extent(2), 2);
  EXPECT_EQ(extents.extent(3), 3);
  EXPECT_FALSE(extents.single(0));
  EXPECT_EQ(extents.part(0, {"Linz", "Linz", 2, 2}).taken, 1);
  EXPECT_EQ(extents.part(0, {"Aachen", "Aachen", 0, 0}).taken, 0);
}

TEST(CellExtents, BelievesADeclaredType) {
  const SurveyedColumn codes = column({"[007, 011]"});
  const DeclaredType number{ValueType::integer, ""};
  EXPECT_EQ(CellExtents(codes, false, nullptr, &number).extent(0), 5);
  const SurveyedColumn days = column({"[31.01.2024, 01.02.2024]"});
  const DeclaredType date{ValueType::date, "%d.%m.%Y"};
  EXPECT_EQ(CellExtents(days, false, nullptr, &date).extent(0), 2);
}

TEST(CellExtents, TakesExactValuesAsTheyAre) {
  const SurveyedColumn texts = column({"[1, 2]", "{x}", std::nullopt});  // of the anatomy form
  const CellExtents extents(texts, true, nullptr, nullptr);
  EXPECT_EQ(extents.bins(0, "x").size(), 2U);
  EXPECT_TRUE(extents.single(0));
  EXPECT_THROW(CellExtents(column({"[1, 2"}), false, nullptr, nullptr), Error);
}

}  // namespace
}  // namespace overt
