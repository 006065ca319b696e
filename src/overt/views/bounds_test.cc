#include "overt/views/bounds.h"

#include <gtest/gtest.h>

#include "overt/views/chi_square_for_tests.h"
#include "overt/views/problems_for_tests.h"

namespace overt::views {
namespace {

TEST(ViewsBounds, WhatIsForced) {
  // A: 0 1 2 with a a b, B: 2 3 with b b.
  const Problem problem{std::vector<std::string>(4, "x"),
                        {"a", "b"},
                        {{"A", {0, 1, 2}, {2, 1}}, {"B", {2, 3}, {0, 2}}}};
  const CountBounds bounds = count_bounds(components_of(problem).list.front());
  EXPECT_TRUE(bounds.possible);
  EXPECT_EQ(bounds.low, (Counts{2, 0, 0, 1, 0, 1}));
  EXPECT_EQ(bounds.high, bounds.low);
}

// The bounds hold for every table, and a problem with tables is never called impossible.
TEST(ViewsBounds, HoldForEveryTable) {
  SeededRandom coins(8);
  int impossible = 0, tight = 0;
  for (int i = 0; i < 3000; ++i) {
    const Problem problem = random_problem(3 + coins.below(5), 2 + coins.below(3),
                                           2 + coins.below(3), i % 2 == 1, coins);
    for (const Component& component : components_of(problem).list) {
      const CountBounds bounds = count_bounds(component);
      const auto tables = all_count_tables(component);
      if (!bounds.possible) {
        ++impossible;
        EXPECT_TRUE(tables.empty());
        continue;
      }
      Counts low(bounds.low.size(), UINT32_MAX), high(bounds.low.size(), 0);
      for (const auto& [table, weight] : tables) {
        for (std::size_t k = 0; k < table.size(); ++k) {
          low[k] = std::min(low[k], table[k]);
          high[k] = std::max(high[k], table[k]);
        }
      }
      if (tables.empty()) continue;
      for (std::size_t k = 0; k < low.size(); ++k) {
        ASSERT_LE(bounds.low[k], low[k]);
        ASSERT_GE(bounds.high[k], high[k]);
      }
      tight += low == bounds.low && high == bounds.high ? 1 : 0;
    }
  }
  EXPECT_GT(impossible, 100);
  EXPECT_GT(tight, 1000);
}

}  // namespace
}  // namespace overt::views
