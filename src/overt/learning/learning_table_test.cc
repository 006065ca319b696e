#include "overt/learning/learning_table.h"

#include <gtest/gtest.h>

#include <set>

#include "overt/base/random.h"
#include "overt/learning/naive_bayes.h"

namespace overt {
namespace {

TEST(LearningTable, KeepsCountsOfGroupsAndPutsLikePeopleTogether) {
  const std::vector<Code> age = {0, 1, 0, 1, 0};
  const std::vector<Code> sex = {1, 0, 1, 0, 0};
  const std::vector<Code> truth = {2, 0, 2, 1, 0};
  const std::vector<PublicColumn> columns = {{age, 2, true}, {sex, 2, false}};
  const Groups groups = Groups::by_label(std::vector<std::uint32_t>{0, 0, 0, 1, 1}, 2);
  const LearningTable table = learning_table(columns, 3, groups, multisets_of(truth, 3, groups));
  EXPECT_EQ(table.features, 4U);
  ASSERT_EQ(table.groups(), 2U);
  ASSERT_EQ(table.values_of(0).size(), 2U);
  EXPECT_EQ(table.values_of(0)[0].value, 0U);
  EXPECT_EQ(table.values_of(0)[0].count, 1U);
  EXPECT_EQ(table.values_of(0)[1].value, 2U);
  EXPECT_EQ(table.values_of(0)[1].count, 2U);
  EXPECT_EQ(std::vector<Record>(table.record_of.begin(), table.record_of.begin() + 3),
            (std::vector<Record>{0, 2, 1}));
  EXPECT_EQ(table.features_at(0)[0], 0U);
  EXPECT_EQ(table.features_at(0)[1], 3U);
  EXPECT_EQ(table.features_at(2)[0], 1U);
  EXPECT_EQ(table.features_at(2)[1], 2U);
}

// A million names or incomes are not a million counts.
TEST(LearningTable, MakesWideColumnsCoarse) {
  constexpr std::uint32_t kRecords = 20'000;
  std::vector<Code> codes(kRecords);
  for (std::uint32_t r = 0; r < kRecords; ++r) codes[r] = r;
  codes[1] = 0;  // the most frequent
  const std::vector<Code> truth(kRecords, 0);
  const Groups groups = Groups::by_label(std::vector<std::uint32_t>(kRecords, 0), 1);
  for (const bool ordered : {true, false}) {
    const std::vector<PublicColumn> columns = {{codes, kRecords, ordered}};
    const LearningTable table = learning_table(columns, 1, groups, multisets_of(truth, 1, groups));
    EXPECT_EQ(table.features, ordered ? 64U : 4096U);
    std::vector<std::uint32_t> feature(kRecords);
    for (std::size_t slot = 0; slot < kRecords; ++slot) {
      feature[table.record_of[slot]] = table.features_at(slot)[0];
    }
    EXPECT_EQ(feature[0], feature[1]);
    if (ordered) {
      EXPECT_TRUE(std::is_sorted(feature.begin() + 2, feature.end()));
    } else {
      EXPECT_NE(feature[0], feature[kRecords - 1]);
      EXPECT_EQ(feature[kRecords - 2], feature[kRecords - 1]);  // with all the rare ones
    }
  }
}

TEST(NaiveBayes, ScoresAreLogarithmsOfRatios) {
  // 45 of the 50 with value 1 have feature 1, 15 of the 50 with value 0.
  SoftCounts counts(2, 2);
  const std::vector<std::uint32_t> zero = {0};
  const std::vector<std::uint32_t> one = {1};
  counts.add(zero, 0, 35);
  counts.add(one, 0, 15);
  counts.add(zero, 1, 5);
  counts.add(one, 1, 45);
  std::vector<double> scores(2);
  NaiveBayes(counts, 0).scores(one, scores);
  EXPECT_DOUBLE_EQ(scores[0], std::log(0.3 / 0.6));
  EXPECT_DOUBLE_EQ(scores[1], std::log(0.9 / 0.6));
  // With 50 records' worth of smoothing half of the way to the column's own distribution.
  NaiveBayes(counts, 50).scores(one, scores);
  EXPECT_DOUBLE_EQ(scores[1], std::log(0.75 / 0.6));
  const std::vector<GroupValue> values = {{1, 1}};
  std::vector<double> of_group(1);
  NaiveBayes(counts, 50).scores(one, values, of_group);
  EXPECT_EQ(of_group[0], scores[1]);
}

TEST(NaiveBayes, WhatWasNeverSeenSaysNothing) {
  SoftCounts counts(3, 2);
  const std::vector<std::uint32_t> zero = {0};
  const std::vector<std::uint32_t> two = {2};
  counts.add(zero, 0, 5);
  std::vector<double> scores(2);
  NaiveBayes(counts, 30).scores(two, scores);
  EXPECT_EQ(scores, (std::vector<double>{0, 0}));
  NaiveBayes(SoftCounts(3, 2), 30).scores(zero, scores);
  EXPECT_EQ(scores, (std::vector<double>{0, 0}));
}

}  // namespace
}  // namespace overt
