#include "overt/utility/marginal.h"

#include <gtest/gtest.h>

namespace overt {
namespace {

TEST(Marginal, SpreadsRecordsOverTheirCells) {
  ReleasedTable release;
  release.record_ends = {3, 5, 9};
  CellColumn column;
  column.cells = {code_set({0, 1, 2}, 4), code_set({1, 4}, 4), code_set({2, 3}, 4)};
  column.of_group = {0, 1, 2};
  release.cells = {column};
  const std::vector<double> counts = released_marginal(release, 0, 5);
  const std::vector<double> expected = {1, 2, 3, 2, 1};
  for (std::size_t i = 0; i < 5; ++i) EXPECT_NEAR(counts[i], expected[i], 1e-12);
}

TEST(Marginal, IsExactInTheAnatomyForm) {
  ReleasedTable release;
  release.record_ends = {4};
  release.exact = {{2, 0, 2, 1}};
  EXPECT_EQ(released_marginal(release, 0, 4), (std::vector<double>{1, 1, 2, 0}));
}

}  // namespace
}  // namespace overt
