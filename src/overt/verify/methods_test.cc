#include "overt/verify/methods.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace overt {
namespace {

TEST(Methods, EveryRowIsWhole) {
  std::set<std::string_view> names;
  for (const MethodRow& row : method_table()) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_EQ(find_method(row.name), &row);
    EXPECT_EQ(row.by_strategy(), row.name == kByStrategy);
    EXPECT_TRUE(row.by_strategy() || !meaning_of(row.level).empty()) << row.name;
    for (const std::string_view text : {row.words, row.groups, row.explained}) {
      EXPECT_FALSE(text.empty()) << row.name;
    }
    // An adversary reruns what looks at the table alone, and so does a comparison.
    EXPECT_FALSE((row.reruns || row.compared) && (row.needs_earlier || row.by_strategy()));
  }
  for (const StrategyRow& row : strategy_table()) {
    EXPECT_TRUE(names.insert(row.name).second) << "compare knows both by name: " << row.name;
    EXPECT_FALSE(meaning_of(row.level).empty());
  }
  EXPECT_NE(find_method(kDefaultMethod), nullptr);
  EXPECT_EQ(level_of(kByStrategy, kDefaultStrategy), level_table().front().name);
  EXPECT_EQ(level_of(kByStrategy, kUnprotectedStrategy), level_table().back().name);
}

// A weaker level must not be given to a method by a slip of the pen.
TEST(Methods, HaveTheirLevels) {
  for (const char* method : {"local", "rda", "ria", "merge"}) {
    EXPECT_EQ(level_of(method), "transparent") << method;
  }
  EXPECT_EQ(level_of("gda"), "family");
  EXPECT_EQ(level_of("strategy"), std::nullopt);
  EXPECT_EQ(level_of("strategy", "naive"), "release");
  for (const char* strategy : {"safe", "exclusive", "k_jump"}) {
    EXPECT_EQ(level_of("strategy", strategy), "transparent") << strategy;
  }
  EXPECT_EQ(level_of("strategy", "mondrian"), std::nullopt);
  EXPECT_EQ(level_of("mondrian"), std::nullopt);
  EXPECT_EQ(level_of("safe"), std::nullopt);
  EXPECT_EQ(level_of(""), std::nullopt);
}

// What was released by gda, or merged afterwards, has no likelihood that anybody knows.
TEST(Methods, SayWhichLikelihoodIsKnown) {
  EXPECT_EQ(method_row("gda").likelihood, Likelihood::unknown);
  for (const MethodRow& row : method_table()) {
    EXPECT_TRUE(row.likelihood != Likelihood::unknown || row.level != "transparent") << row.name;
    EXPECT_EQ(row.likelihood == Likelihood::walk, row.by_strategy());
  }
}

TEST(Methods, TreesAndLeavesAreWhole) {
  std::set<std::string_view> names;
  for (const TreeRow& row : tree_table()) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_EQ(find_tree(row.name), &row);
    EXPECT_FALSE(row.explained.empty()) << row.name;
  }
  for (const LeavesRow& row : leaves_table()) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_EQ(find_leaves(row.name), &row);
    EXPECT_FALSE(row.explained.empty()) << row.name;
  }
  EXPECT_TRUE(method_row(kDefaultMethod).trees);
  EXPECT_NE(find_tree(default_tree()), nullptr);
  EXPECT_NE(find_leaves(default_leaves()), nullptr);
  EXPECT_TRUE(find_tree(kSteeredTree)->leaves);
  EXPECT_FALSE(find_tree(kPlainTree)->leaves);
  EXPECT_EQ(find_tree("oak"), nullptr);
  EXPECT_EQ(list_trees(), "steered or plain");
  EXPECT_EQ(list_leaves(), "even, dealt or whole");
}

TEST(Methods, AreListedAsInASentence) {
  EXPECT_EQ(list_methods([](const MethodRow& row) { return row.level == "family"; }), "gda");
  EXPECT_EQ(list_methods([](const MethodRow& row) { return row.needs_earlier; }), "merge");
  EXPECT_EQ(list_methods([](const MethodRow& row) { return row.properties; }, " and "),
            "strategy and merge");
  EXPECT_EQ(list_methods([](const MethodRow&) { return false; }), "");
  EXPECT_EQ(list_strategies(), "naive, safe, exclusive or k_jump");
}

TEST(Levels, StandInOrder) {
  EXPECT_EQ(place_of_level("transparent"), 0U);
  EXPECT_LT(place_of_level("family"), place_of_level("release"));
  EXPECT_EQ(place_of_level("absolute"), level_table().size());
  EXPECT_EQ(meaning_of("absolute"), "");
}

}  // namespace
}  // namespace overt
