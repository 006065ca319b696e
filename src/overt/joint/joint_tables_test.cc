#include "overt/joint/joint_tables.h"

#include <gtest/gtest.h>

#include <map>

#include "overt/views/exact.h"
#include "overt/views/problems_for_tests.h"

namespace overt::joint {
namespace {

TEST(JointTables, OfTheExample) {
  const views::Problem problem = views::example(false);
  const auto components = views::components_of(problem);
  ASSERT_EQ(components.list.size(), 1U);
  Work work{0, 1'000'000};
  Progress progress;
  Integer tables = 0;
  std::map<views::Counts, int> seen;
  EXPECT_TRUE(for_each_joint_table(components.list[0], work, progress,
                                   [&](const views::Counts& counts, const Integer& weight) {
                                     tables += weight;
                                     ++seen[counts];
                                   }));
  EXPECT_EQ(tables, 45);
  for (const auto& [counts, times] : seen) EXPECT_EQ(times, 1);
  EXPECT_GT(work.done, 0U);
}

TEST(JointTables, AreAsManyAsThereAre) {
  SeededRandom coins(2);
  Progress progress;
  int many = 0;
  for (int round = 0; round < 400; ++round) {
    const views::Problem problem = views::random_problem(7 + coins.below(4), 2 + coins.below(3),
                                                         2 + coins.below(2), false, coins);
    for (const views::Component& component : views::components_of(problem).list) {
      const auto exact = views::count_exactly(component, views::kWorkLimit);
      Work work{0, 100'000'000};
      Integer tables = 0;
      std::vector<Integer> sums(component.cells.size() * component.values.size());
      ASSERT_TRUE(for_each_joint_table(component, work, progress,
                                       [&](const views::Counts& counts, const Integer& weight) {
                                         tables += weight;
                                         for (std::size_t i = 0; i < sums.size(); ++i) {
                                           sums[i] += weight * counts[i];
                                         }
                                       }));
      ASSERT_EQ(tables, exact->tables);
      ASSERT_EQ(sums, exact->sums);
      many += tables > 10 ? 1 : 0;
    }
  }
  EXPECT_GT(many, 100);
}

TEST(JointTables, StopAtTheLimit) {
  const auto components = views::components_of(views::example(false));
  Progress progress;
  Work work{0, 20};
  EXPECT_FALSE(for_each_joint_table(components.list[0], work, progress,
                                    [](const views::Counts&, const Integer&) {}));
  EXPECT_FALSE(work.within());
}

}  // namespace
}  // namespace overt::joint
