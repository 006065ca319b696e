#include "overt/learning/twin_guesses.h"

#include <gtest/gtest.h>

#include <cmath>

namespace overt {
namespace {

// The example of the header, and a third person whose columns are like nobody's.
TEST(TwinGuesses, ByHand) {
  const std::vector<Code> age = {0, 1, 0, 2};
  const std::vector<Code> truth = {1, 0, 0, 2};  // flu 0, gout 1, ulcer 2
  const std::vector<PublicColumn> columns = {{age, 3, true}};
  const Groups groups = Groups::by_label(std::vector<std::uint32_t>{0, 0, 1, 1}, 2);
  const LearningTable table = learning_table(columns, 3, groups, multisets_of(truth, 3, groups));
  TwinGuesses guesses(table);
  for (std::size_t slot = 0; slot < 4; ++slot) {
    guesses.set(slot / 2, slot, std::vector<double>{0.5, 0.5});
  }
  const std::vector<double> log2_shares(3, 0);
  GuessTally tally(log2_shares, {});
  guesses.tell(truth, std::vector<std::uint32_t>{0, 1, 0, 2}, tally, unwatched());
  const GuessFigures figures = tally.figures();
  // The twins: flu 1/2, gout 1/4, ulcer 1/4, of whom one has gout and one flu. The others a coin.
  EXPECT_DOUBLE_EQ(figures.accuracy, (0 + 1 + 0.5 + 0.5) / 4);
  EXPECT_DOUBLE_EQ(figures.posterior, (0.25 + 0.5 + 0.5 + 0.5) / 4);
  EXPECT_DOUBLE_EQ(figures.bits, (-2 - 1 - 1 - 1) / 4.0);
  EXPECT_NEAR(figures.median_odds, 1, 1e-6);
}

}  // namespace
}  // namespace overt
