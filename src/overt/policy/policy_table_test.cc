#include "overt/policy/policy_table.h"

#include <gtest/gtest.h>

#include "overt/base/error.h"
#include "overt/table/text_source_for_tests.h"

namespace overt {
namespace {

PredicateSpec asking(PredicateName name) {
  PredicateSpec spec;
  spec.name = name;
  spec.count = 2;
  spec.bound = 3;
  return spec;
}

std::vector<TextSource::Row> people() {
  return {{"22040", "farm", "1/2"},
          {"22030", "city", "2"},
          {"22030", "city", "0.25"},
          {"23000", "farm", "1"},
          {"22040", "farm", "1"}};
}

PolicyProblem read(std::vector<TextSource::Row> rows, PredicateName name,
                   const PolicyColumns& columns,
                   const std::optional<Hierarchy>& hierarchy = std::nullopt) {
  TextSource source({"zip", "kind", "weight"}, std::move(rows), 2);
  Progress silent;
  return read_policy_table(source, columns, ReadingRules(), asking(name), hierarchy, silent);
}

std::string message(std::vector<TextSource::Row> rows, PredicateName name,
                    const PolicyColumns& columns) {
  try {
    read(std::move(rows), name, columns);
  } catch (const Error& error) {
    return error.what();
  }
  return "read";
}

TEST(PolicyTable, StatesAreTheDistinctValues) {
  const PolicyProblem problem = read(people(), PredicateName::at_least, {"zip", {}, {}});
  EXPECT_EQ(problem.states, (std::vector<std::string>{"22030", "22040", "23000"}));
  EXPECT_EQ(problem.schemas.size(), 6U);
  EXPECT_EQ(problem.block_name(1, 2), "220*");
  EXPECT_TRUE(problem.traits.tags.empty());
  EXPECT_TRUE(problem.traits.weights.empty());
}

TEST(PolicyTable, WeightsAreAddedUp) {
  const PolicyProblem lines = read(people(), PredicateName::total_weight, {"zip", {}, {}});
  EXPECT_EQ(lines.traits.weights, (std::vector<std::uint64_t>{2, 2, 1}));
  const PolicyProblem sums = read(people(), PredicateName::total_weight, {"zip", {}, "weight"});
  EXPECT_EQ(sums.traits.scale, 4);
  EXPECT_EQ(sums.traits.weights, (std::vector<std::uint64_t>{9, 6, 4}));
}

TEST(PolicyTable, TagsOfAStateAgree) {
  const PolicyColumns columns = {"zip", "kind", "weight"};
  const PolicyProblem problem = read(people(), PredicateName::distinct_tags, columns);
  EXPECT_EQ(problem.traits.tags, (std::vector<std::uint32_t>{0, 1, 1}));
  EXPECT_EQ(problem.traits.tag_count, 2U);
  std::vector<TextSource::Row> rows = people();
  rows[4][1] = "city";
  EXPECT_EQ(message(rows, PredicateName::distinct_tags, columns),
            "test.csv: line 6: column kind: another tag than that of the same state on line 2");
  rows[4][1] = std::nullopt;
  EXPECT_EQ(message(rows, PredicateName::distinct_tags, columns),
            "test.csv: line 6: column kind: the tag is missing");
  EXPECT_EQ(message(people(), PredicateName::distinct_tags, {"zip", {}, {}}),
            "distinct_tags needs a column of tags");
}

TEST(PolicyTable, WhatIsWrongHasALine) {
  std::vector<TextSource::Row> rows = people();
  rows[3][0] = "";
  EXPECT_EQ(message(rows, PredicateName::at_least, {"zip", {}, {}}),
            "test.csv: line 5: column zip: the state is missing");
  rows = people();
  rows[2][2] = "much";
  EXPECT_EQ(message(rows, PredicateName::total_weight, {"zip", {}, "weight"}),
            "test.csv: line 4: column weight: not a weight; expected a number such as 3, 1/3 or "
            "0.25");
  EXPECT_EQ(message(people(), PredicateName::at_least, {"street", {}, {}}),
            "test.csv: there is no column with the name: street");
  EXPECT_EQ(message(people(), PredicateName::at_least, {"zip", "zip", {}}),
            "test.csv: states, tags and weights are in different columns; zip is given twice");
}

TEST(PolicyTable, SchemasOfAHierarchy) {
  const Hierarchy hierarchy = Hierarchy::from_rows("h.csv", {{"22030", "Fairfax", "Virginia"},
                                                             {"22040", "Fairfax", "Virginia"},
                                                             {"23000", "Norfolk", "Virginia"},
                                                             {"99999", "Nome", "Alaska"}});
  const PolicyProblem problem = read(people(), PredicateName::at_least, {"zip", {}, {}}, hierarchy);
  ASSERT_EQ(problem.schemas.size(), 3U);
  EXPECT_EQ(problem.names, BlockNames::labels);
  EXPECT_EQ(problem.block_name(0, 0), "22030");
  EXPECT_EQ(problem.block_name(1, 1), "Fairfax");
  EXPECT_EQ(problem.block_name(2, 1), "Norfolk");
  EXPECT_EQ(problem.block_name(2, 2), "Virginia");
}

}  // namespace
}  // namespace overt
