#include "overt/release/methods/local_method.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "overt/base/error.h"
#include "overt/local/local_reference.h"
#include "overt/release/methods/method.h"

namespace overt {
namespace {

Column column(std::string name, ValueType type, std::vector<std::string> values,
              std::vector<Code> codes) {
  Column result;
  result.name = std::move(name);
  result.type = type;
  result.has_missing =
      std::find(codes.begin(), codes.end(), static_cast<Code>(values.size())) != codes.end();
  result.values = std::move(values);
  result.codes = std::move(codes);
  return result;
}

using Places = std::vector<std::uint32_t>;

void expect_at(const SplitColumn& found, const std::vector<double>& expected) {
  ASSERT_EQ(found.at.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_DOUBLE_EQ(found.at[i], expected[i]);
}

TEST(SplitColumn, LaysNumbersOutByValue) {
  const SplitColumn found = split_column(
      column("age", ValueType::integer, {"20", "30", "60"}, {2, 0, 1, 0}), ReleaseJob(), nullptr);
  EXPECT_EQ(found.place, (Places{2, 0, 1, 0}));
  expect_at(found, {0, 0.25, 1});
  EXPECT_TRUE(found.blocks.empty());

  // Equal numbers of a declared type share a place however they are written.
  ReleaseJob job;
  job.rules.types["x"] = {ValueType::decimal, ""};
  Column written = column("x", ValueType::decimal, {"-1.5", "0.5", "0.50", "2.5"}, {0, 1, 2, 3});
  written.declared = true;
  const SplitColumn decimals = split_column(written, job, nullptr);
  EXPECT_EQ(decimals.place, (Places{0, 1, 1, 2}));
  expect_at(decimals, {0, 0.5, 1});
}

TEST(SplitColumn, LaysDatesOutByDay) {
  const SplitColumn found = split_column(
      column("born", ValueType::date, {"2000-01-01", "2000-01-02", "2000-01-05"}, {0, 2, 1}),
      ReleaseJob(), nullptr);
  EXPECT_EQ(found.place, (Places{0, 2, 1}));
  expect_at(found, {0, 0.25, 1});
  // Dates in a declared notation, in the order of the days.
  ReleaseJob job;
  job.rules.types["born"] = {ValueType::date, "%d.%m.%Y"};
  Column written =
      column("born", ValueType::date, {"31.01.2000", "01.02.2000", "04.02.2000"}, {0, 2, 1});
  written.declared = true;
  const SplitColumn declared = split_column(written, job, nullptr);
  EXPECT_EQ(declared.place, (Places{0, 2, 1}));
  expect_at(declared, {0, 0.25, 1});
}

TEST(SplitColumn, LaysTextOutInItsSortedOrder) {
  const SplitColumn found =
      split_column(column("city", ValueType::text, {"Aachen", "Bonn", "Zell"}, {1, 2, 0}),
                   ReleaseJob(), nullptr);
  EXPECT_EQ(found.place, (Places{1, 2, 0}));
  expect_at(found, {0, 0.5, 1});
}

TEST(SplitColumn, LaysRankedValuesOutByRank) {
  ReleaseJob job;
  job.ranks["grade"] = {{"high", 10}, {"low", 0}, {"mid", 4}, {"none", 0}, {"unused", 99}};
  const SplitColumn found = split_column(
      column("grade", ValueType::text, {"high", "low", "mid", "none"}, {0, 1, 2, 3}), job, nullptr);
  EXPECT_EQ(found.place, (Places{2, 0, 1, 0}));  // equal ranks share a place
  expect_at(found, {0, 0.4, 1});
  // Ranks come before the order of numbers.
  job.ranks["age"] = {{"20", 5}, {"30", 0}};
  EXPECT_EQ(
      split_column(column("age", ValueType::integer, {"20", "30"}, {0, 1}), job, nullptr).place,
      (Places{1, 0}));
}

TEST(SplitColumn, NeedsARankForEveryValue) {
  ReleaseJob job;
  job.ranks["grade"] = {{"high", 10}, {"low", 0}};
  const Column grade = column("grade", ValueType::text, {"high", "low", "mid"}, {0, 1, 2});
  try {
    split_column(grade, job, nullptr);
    FAIL() << "a value without a rank was taken";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);
    EXPECT_NE(std::string(error.what()).find("ranks: grade: 1 of the 3 values"), std::string::npos);
  }
}

TEST(SplitColumn, PutsMissingValuesBehindAllOthers) {
  const SplitColumn numbers = split_column(
      column("age", ValueType::integer, {"20", "30", "60"}, {3, 0, 2, 1}), ReleaseJob(), nullptr);
  EXPECT_EQ(numbers.place, (Places{3, 0, 2, 1}));
  expect_at(numbers, {0, 0.25, 1, 1.25});  // as far behind as one value is among all
  ReleaseJob job;
  job.ranks["grade"] = {{"a", 7}, {"b", 3}};
  const SplitColumn ranked =
      split_column(column("grade", ValueType::text, {"a", "b"}, {2, 0, 1}), job, nullptr);
  EXPECT_EQ(ranked.place, (Places{2, 1, 0}));
  const SplitColumn nothing =
      split_column(column("empty", ValueType::text, {}, {0, 0}), ReleaseJob(), nullptr);
  EXPECT_EQ(nothing.place, (Places{0, 0}));
}

TEST(SplitColumn, MultipliesByTheWeight) {
  ReleaseJob job;
  job.weights = {{"age", 4}, {"zip", 0}};
  expect_at(
      split_column(column("age", ValueType::integer, {"20", "30", "60"}, {0, 1, 2}), job, nullptr),
      {0, 1, 4});
  expect_at(split_column(column("zip", ValueType::integer, {"1", "2"}, {0, 1}), job, nullptr),
            {0, 0});
}

TEST(SplitColumn, LaysAHierarchyOutFromLeftToRight) {
  // By name the two cities of the north stand apart: Aachen, Bonn, Kiel, Zell.
  const Hierarchy hierarchy = Hierarchy::from_rows("city.csv", {{"Kiel", "north", "*"},
                                                                {"Bonn", "west", "*"},
                                                                {"Aachen", "west", "*"},
                                                                {"Zell", "west", "*"},
                                                                {"Buxtehude", "north", "*"}});
  const Column city = column("city", ValueType::text,
                             {"Aachen", "Bonn", "Buxtehude", "Kiel", "Zell"}, {0, 1, 2, 3, 4});
  const SplitColumn found = split_column(city, ReleaseJob(), &hierarchy);
  // The west, which has the lowest code, and in it the codes in their order; then the north.
  EXPECT_EQ(found.place, (Places{0, 1, 3, 4, 2}));
  expect_at(found, {0, 0.25, 0.5, 0.75, 1});
  EXPECT_EQ(found.blocks, (std::vector<Places>{{0, 1, 2, 3, 4}, {0, 0, 0, 3, 3}, {0, 0, 0, 0, 0}}));

  // A missing value has no row: it joins at a top of its own.
  Column gaps = city;
  gaps.codes.push_back(5);
  gaps.has_missing = true;
  const SplitColumn with_missing = split_column(gaps, ReleaseJob(), &hierarchy);
  EXPECT_EQ(with_missing.place, (Places{0, 1, 3, 4, 2, 5}));
  EXPECT_EQ(with_missing.blocks,
            (std::vector<Places>{
                {0, 1, 2, 3, 4, 5}, {0, 0, 0, 3, 3, 5}, {0, 0, 0, 0, 0, 5}, {0, 0, 0, 0, 0, 0}}));
}

// Weights say how columns compare: all doubled say the same.
TEST(SteeredColumns, HaveAMeanWeightOfOne) {
  Table table;
  table.columns = {column("age", ValueType::integer, {"20", "30", "60"}, {0, 1, 2}),
                   column("sex", ValueType::text, {"F", "M"}, {0, 1, 0})};
  ReleaseJob job;
  job.roles.quasi_identifying = {"age", "sex"};
  const auto columns = [&](std::map<std::string, std::int64_t> weights) {
    job.weights = std::move(weights);
    return steered_columns(job, table, {});
  };
  expect_at(columns({})[0], {0, 0.25, 1});
  for (const std::int64_t scale : {1, 1'000'000}) {
    const auto found = columns({{"age", scale}, {"sex", 3 * scale}});
    expect_at(found[0], {0, 0.125, 0.5});
    expect_at(found[1], {0, 1.5});
  }
  expect_at(columns({{"sex", 0}})[0], {0, 0.5, 2});
  expect_at(columns({{"sex", 0}})[1], {0, 0});
  expect_at(columns({{"age", 0}, {"sex", 0}})[0], {0, 0, 0});
}

TEST(SteeredOptions, AreThoseOfTheJob) {
  ReleaseJob job;
  job.l = 4;
  job.tree = kSteeredTree;
  EXPECT_EQ(steered_options(job).smallest, 4U);
  EXPECT_EQ(steered_options(job).leaves, SteeredOptions().leaves) << "one default, not two";
  job.min_group = 11;
  EXPECT_EQ(steered_options(job).smallest, 11U);
  job.leaves = "even";
  EXPECT_EQ(steered_options(job).leaves, Leaves::even);
  job.leaves = "dealt";
  EXPECT_EQ(steered_options(job).leaves, Leaves::dealt);
  job.leaves = "whole";
  EXPECT_EQ(steered_options(job).leaves, Leaves::whole);
}

TEST(LocalMethod, GroupsNeighboursOfTheWeightedColumn) {
  Table table;
  table.columns = {column("age", ValueType::integer, {"20", "30", "40", "50"}, {}),
                   column("sex", ValueType::text, {"F", "M"}, {}),
                   column("condition", ValueType::text, {}, {})};
  for (Code r = 0; r < 80; ++r) {
    table.columns[0].codes.push_back(r % 4);
    table.columns[1].codes.push_back(r / 4 % 2);
    table.columns[2].codes.push_back(r);
    table.columns[2].values.push_back(std::to_string(100 + r));
  }
  ReleaseJob job;
  job.l = 2;
  job.roles.quasi_identifying = {"age", "sex"};
  job.roles.sensitive = {"condition"};
  job.tree = kPlainTree;
  SeededRandom coins(1);
  Progress progress;
  const auto spread_of = [&](std::size_t which, std::int64_t min_group) {
    job.min_group = min_group;
    const std::map<std::string, Hierarchy> none;
    const Groups groups =
        bind_method({job, table, none}, progress)->run(table.columns[2], coins, progress).groups;
    EXPECT_TRUE(groups.is_partition_of(80));
    std::size_t most = 0;
    for (std::size_t g = 0; g < groups.size(); ++g) {
      EXPECT_GE(groups[g].size(), static_cast<std::size_t>(min_group));
      std::set<Code> seen;
      for (const Record r : groups[g]) seen.insert(table.columns[which].codes[r]);
      most = std::max(most, seen.size());
    }
    return most;
  };
  job.weights = {{"sex", 100}};
  EXPECT_EQ(spread_of(1, 1), 1U);   // every group has one sex,
  EXPECT_EQ(spread_of(1, 40), 1U);  // also when only one cut is possible
  EXPECT_EQ(spread_of(0, 40), 4U);
  job.weights = {{"age", 100}};
  EXPECT_EQ(spread_of(0, 20), 1U);
  EXPECT_EQ(spread_of(1, 20), 2U);
  EXPECT_EQ(spread_of(1, 41), 2U);  // no cut at all
}

}  // namespace
}  // namespace overt
