#include "overt/hierarchy/hierarchy.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "overt/base/error.h"

namespace overt {
namespace {

using Rows = Hierarchy::Rows;
using Node = BoundHierarchy::Node;

Column column_of(std::vector<std::string> values, bool has_missing = false) {
  Column column;
  column.name = "illness";
  column.has_missing = has_missing;
  std::sort(values.begin(), values.end());
  column.values = std::move(values);
  return column;
}

Column column_of_leaves(const Hierarchy& hierarchy) {
  std::vector<std::string> leaves;
  for (const auto& row : hierarchy.rows()) leaves.push_back(row[0]);
  return column_of(std::move(leaves));
}

// Codes: angina 0, cold 1, flu 2, infarct 3, sepsis 4, ulcer 5.
Hierarchy illnesses() {
  return Hierarchy::from_rows("illness.csv", {{"flu", "viral", "infection", "*"},
                                              {"cold", "viral", "infection", "*"},
                                              {"sepsis", "bacterial", "infection", "*"},
                                              {"angina", "heart", "organ", "*"},
                                              {"infarct", "heart", "organ", "*"},
                                              {"ulcer", "stomach", "organ", "*"}});
}

std::string message_of(const auto& work) {
  try {
    work();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::malformed);
    return error.what();
  }
  return "no error";
}

std::string message_of_rows(Rows rows, const std::vector<std::uint64_t>& lines = {}) {
  return message_of([&] { Hierarchy::from_rows("h.csv", std::move(rows), lines); });
}

// The definition: the lowest level at which the rows of all codes have one label.
std::string reference_ancestor(const Hierarchy& hierarchy, const Column& column,
                               const std::vector<Code>& codes) {
  for (std::size_t level = 0; level < hierarchy.levels(); ++level) {
    std::set<std::string> labels;
    for (const Code code : codes) {
      for (const auto& row : hierarchy.rows()) {
        if (row[0] == column.values[code]) labels.insert(row[level]);
      }
    }
    if (labels.size() == 1) return *labels.begin();
  }
  return "none";
}

TEST(Hierarchy, KeepsRowsAsTheyWere) {
  const Hierarchy hierarchy = illnesses();
  EXPECT_EQ(hierarchy.source(), "illness.csv");
  EXPECT_EQ(hierarchy.levels(), 4U);
  ASSERT_EQ(hierarchy.rows().size(), 6U);
  EXPECT_EQ(hierarchy.rows()[0], (std::vector<std::string>{"flu", "viral", "infection", "*"}));
}

TEST(Hierarchy, RefusesNoRows) {
  EXPECT_EQ(message_of_rows({}), "h.csv: a hierarchy needs at least one row, this file has none");
  EXPECT_EQ(message_of_rows({{}}), "h.csv: line 1: a row needs at least a leaf, this one is empty");
}

TEST(Hierarchy, RefusesRaggedRows) {
  EXPECT_EQ(message_of_rows({{"a", "*"}, {"b", "*"}, {"c"}}),
            "h.csv: line 3: the number of labels, 1, differs from line 1, which has 2");
  EXPECT_EQ(message_of_rows({{"a", "*"}, {"b", "x", "*"}}, {1, 4}),
            "h.csv: line 4: the number of labels, 3, differs from line 1, which has 2");
}

TEST(Hierarchy, RefusesEndlessRows) {
  EXPECT_EQ(message_of_rows({std::vector<std::string>(1001, "a")}),
            "h.csv: line 1: more than 1000 labels");
  EXPECT_EQ(message_of_rows({std::vector<std::string>(1000, "a")}), "no error");
}

TEST(Hierarchy, RefusesDuplicateLeaves) {
  EXPECT_EQ(message_of_rows({{"a", "*"}, {"b", "*"}, {"a", "*"}}),
            "h.csv: line 3: the same leaf as line 1");
  EXPECT_EQ(message_of_rows({{"a"}, {"b"}, {"b"}}, {1, 2, 5}),
            "h.csv: line 5: the same leaf as line 2");
}

TEST(Hierarchy, RefusesLevelsThatAreNotMonotone) {
  EXPECT_EQ(message_of_rows({{"a", "x", "p", "*"}, {"b", "y", "p", "*"}, {"c", "x", "q", "*"}}),
            "h.csv: line 3: level 2 differs from line 1, which has the same level 1");
  EXPECT_EQ(message_of_rows({{"a", "x", "p", "*"}, {"b", "y", "p", "+"}}, {7, 9}),
            "h.csv: line 9: level 3 differs from line 7, which has the same level 2");
}

// Every table of three rows and three levels over three labels: accepted iff the
// three invariants hold, as they are written down.
TEST(Hierarchy, AcceptsExactlyWhatTheInvariantsSay) {
  int accepted = 0;
  for (int number = 0; number < 19'683; ++number) {
    Rows rows(3, std::vector<std::string>(3));
    int rest = number;
    for (auto& row : rows) {
      for (auto& label : row) {
        label = std::string(1, static_cast<char>('a' + rest % 3));
        rest /= 3;
      }
    }
    bool good = true;
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        good = good && rows[i][0] != rows[j][0];
        good = good && (rows[i][1] != rows[j][1] || rows[i][2] == rows[j][2]);
      }
    }
    ASSERT_EQ(message_of_rows(rows) == "no error", good) << number;
    accepted += good;
  }
  EXPECT_EQ(accepted, 6 * (6 * 27 + 18 * 9 + 3 * 3));  // leaves * (labels of level 1, of level 2)
}

TEST(BoundHierarchy, NumbersNodesByLevelAndLowestCode) {
  const Hierarchy hierarchy = illnesses();
  const BoundHierarchy bound(hierarchy, column_of_leaves(hierarchy));
  std::vector<std::string> labels;
  for (Node node = 0; node < bound.node_count(); ++node) labels.push_back(bound.label(node));
  EXPECT_EQ(labels, (std::vector<std::string>{"angina", "cold", "flu", "infarct", "sepsis", "ulcer",
                                              "heart", "viral", "bacterial", "stomach", "organ",
                                              "infection", "*"}));
  for (Code code = 0; code < 6; ++code) EXPECT_EQ(bound.ancestor(0, code), code);
  EXPECT_EQ(bound.ancestor(1, 2), 7U);
  EXPECT_EQ(bound.ancestor(2, 2), 11U);
  EXPECT_EQ(bound.ancestor(3, 2), 12U);
}

TEST(BoundHierarchy, HoldsOnlyWhatTheColumnReaches) {
  const BoundHierarchy bound(illnesses(), column_of({"flu", "cold"}));
  EXPECT_EQ(bound.levels(), 4U);
  EXPECT_EQ(bound.node_count(), 5U);  // cold, flu, viral, infection, *
}

TEST(BoundHierarchy, RefusesValuesWithoutRow) {
  EXPECT_EQ(message_of([] {
              BoundHierarchy(illnesses(), column_of({"flu", "gout", "rash"}));
            }),
            "illness.csv: 2 of the 3 values of column \"illness\" have no row in this hierarchy");
}

TEST(BoundHierarchy, RefusesTopWithoutCommonLabel) {
  const Hierarchy forest =
      Hierarchy::from_rows("h.csv", {{"a", "x"}, {"b", "x"}, {"c", "y"}, {"d", "z"}});
  EXPECT_EQ(message_of([&] {
              BoundHierarchy(forest, column_of({"a", "c", "d"}));
            }),
            "h.csv: level 1, the highest, has 3 labels for the values of column \"illness\"; end "
            "every row with the same label, for example *");
  EXPECT_EQ(BoundHierarchy(forest, column_of({"a", "b"})).node_count(), 3U);
  const Hierarchy leaves = Hierarchy::from_rows("h.csv", {{"a"}, {"b"}});
  EXPECT_NE(message_of([&] { BoundHierarchy(leaves, column_of({"a", "b"})); }), "no error");
  EXPECT_EQ(BoundHierarchy(leaves, column_of({"a"})).lowest_common_ancestor(std::vector<Code>{0}),
            0U);
}

TEST(BoundHierarchy, LowestCommonAncestorOfAllSmallSequences) {
  const Hierarchy hierarchy = illnesses();
  const Column column = column_of_leaves(hierarchy);
  const BoundHierarchy bound(hierarchy, column);
  std::size_t sequences = 0;
  for (std::size_t size = 1; size <= 5; ++size) {
    std::vector<Code> codes(size, 0);
    for (bool more = true; more;) {
      const auto node = bound.lowest_common_ancestor(codes);
      ASSERT_TRUE(node.has_value());
      ASSERT_EQ(bound.label(*node), reference_ancestor(hierarchy, column, codes));
      ++sequences;
      more = false;  // the next sequence: count up in base 6
      for (std::size_t i = 0; i < size && !more; ++i) {
        codes[i] = (codes[i] + 1) % 6;
        more = codes[i] != 0;
      }
    }
  }
  EXPECT_EQ(sequences, 6U + 36 + 216 + 1296 + 7776);
}

TEST(BoundHierarchy, PassesOverMissingValues) {
  const BoundHierarchy bound(illnesses(), column_of({"cold", "flu", "ulcer"}, true));
  const Code missing = 3;
  const auto label = [&](std::vector<Code> codes) {
    const auto node = bound.lowest_common_ancestor(codes);
    return node ? bound.label(*node) : "nothing";
  };
  EXPECT_EQ(label({missing, 0, missing, 1, missing}), "viral");
  EXPECT_EQ(label({missing, 2}), "ulcer");
  EXPECT_EQ(label({2, missing, 0}), "*");
  EXPECT_EQ(label({missing, missing}), "nothing");
  EXPECT_EQ(label({}), "nothing");
}

TEST(BoundHierarchy, ColumnOfMissingValuesAlone) {
  const BoundHierarchy bound(illnesses(), column_of({}, true));
  EXPECT_EQ(bound.node_count(), 0U);
  EXPECT_FALSE(bound.lowest_common_ancestor(std::vector<Code>{0, 0}).has_value());
}

// A random tree; labels repeat from level to level on purpose.
Rows random_rows() {
  const auto leaves = *rc::gen::inRange<std::size_t>(1, 40);
  const auto levels = *rc::gen::inRange<std::size_t>(1, 6);
  Rows rows;
  for (std::size_t leaf = 0; leaf < leaves; ++leaf) rows.push_back({std::to_string(leaf)});
  for (std::size_t level = 1; level <= levels; ++level) {
    const std::size_t width = level == levels ? 1 : std::max<std::size_t>(1, leaves >> level);
    std::map<std::string, std::string> parent;
    for (auto& row : rows) {
      const std::string own = row.back();
      if (!parent.contains(own)) {
        parent[own] = std::to_string(*rc::gen::inRange<std::size_t>(0, width));
      }
      row.push_back(parent[own]);
    }
  }
  return rows;
}

RC_GTEST_PROP(BoundHierarchyProperty, AncestorIsTheReferences, ()) {
  const Hierarchy hierarchy = Hierarchy::from_rows("h.csv", random_rows());
  const Column column = column_of_leaves(hierarchy);
  const BoundHierarchy bound(hierarchy, column);
  auto codes = *rc::gen::nonEmpty(rc::gen::container<std::vector<Code>>(
      rc::gen::inRange<Code>(0, static_cast<Code>(column.values.size()))));
  const Node node = bound.lowest_common_ancestor(codes).value();
  RC_ASSERT(bound.label(node) == reference_ancestor(hierarchy, column, codes));
  std::reverse(codes.begin(), codes.end());
  RC_ASSERT(bound.lowest_common_ancestor(codes).value() == node);
}

RC_GTEST_PROP(BoundHierarchyProperty, OrderOfRowsDoesNotMatter, ()) {
  const Rows rows = random_rows();
  const Hierarchy one = Hierarchy::from_rows("h.csv", rows);
  const Hierarchy two = Hierarchy::from_rows("h.csv", Rows(rows.rbegin(), rows.rend()));
  const Column column = column_of_leaves(one);
  const BoundHierarchy a(one, column), b(two, column);
  RC_ASSERT(a.node_count() == b.node_count());
  for (Node node = 0; node < a.node_count(); ++node) RC_ASSERT(a.label(node) == b.label(node));
  for (std::size_t level = 0; level < a.levels(); ++level) {
    for (Code code = 0; code < column.values.size(); ++code) {
      RC_ASSERT(a.ancestor(level, code) == b.ancestor(level, code));
    }
  }
}

}  // namespace
}  // namespace overt
