#include "overt/learning/guess_figures.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace overt {
namespace {

const std::vector<double> kLog2Shares = {-1, -2, -2};  // 1/2, 1/4, 1/4
const std::vector<double> kHalf(3, 0.5);               // promised of each

TEST(GuessFigures, OfTwoPeopleByHand) {
  GuessTally tally(kLog2Shares, kHalf);
  // Sure and right; then a coin between two values, one of which is true.
  tally.add(std::vector<double>{0.8, 0.1, 0.1}, std::vector<double>{0.5, 0.25, 0.25}, 0, 0);
  tally.add(std::vector<double>{0.5, 0.5}, std::vector<double>{0.5, 0.5}, 1, 2);
  const GuessFigures figures = tally.figures();
  EXPECT_DOUBLE_EQ(figures.accuracy, 0.75);
  EXPECT_DOUBLE_EQ(figures.posterior, 0.65);
  EXPECT_DOUBLE_EQ(figures.certainty, 0.65);
  EXPECT_DOUBLE_EQ(figures.bits, ((std::log2(0.8) + 1) + (-1 + 2)) / 2);
  EXPECT_DOUBLE_EQ(figures.above_half, 0.5);     // exactly 1/2 is not above it
  EXPECT_DOUBLE_EQ(figures.above_promise, 0.5);  // nor above what was promised
  EXPECT_EQ(figures.calibration[8].people, 1U);
  EXPECT_EQ(figures.calibration[8].right, 1);
  EXPECT_EQ(figures.calibration[5].people, 1U);
  EXPECT_EQ(figures.calibration[5].right, 0.5);
  // 0.8 against a share of 1/2 is four times the odds, the coin has the odds of its group.
  EXPECT_DOUBLE_EQ(figures.odds_within[0], 0.5);
  EXPECT_DOUBLE_EQ(figures.odds_within[1], 1);
}

TEST(GuessFigures, CertainAndWrongCostsFiniteBits) {
  GuessTally tally(kLog2Shares, kHalf);
  tally.add(std::vector<double>{1, 0}, {}, 1, 1);
  const GuessFigures figures = tally.figures();
  EXPECT_EQ(figures.accuracy, 0);
  EXPECT_LT(figures.bits, -30);
  EXPECT_GT(figures.bits, -60);
  EXPECT_EQ(figures.calibration[9].people, 1U);
  EXPECT_EQ(figures.calibration[9].right, 0);
  EXPECT_EQ(figures.median_odds, 0);  // without shares of a group there are no odds
}

TEST(GuessFigures, PiecesAddUp) {
  GuessTally whole(kLog2Shares, kHalf);
  GuessTally one(kLog2Shares, kHalf);
  GuessTally other(kLog2Shares, kHalf);
  for (int i = 0; i < 20; ++i) {
    const double p = i / 20.0;
    const std::vector<double> posterior = {p, 1 - p};
    const std::vector<double> prior = {0.5, 0.5};
    whole.add(posterior, prior, static_cast<std::size_t>(i % 2), static_cast<Code>(i % 2));
    (i < 7 ? one : other)
        .add(posterior, prior, static_cast<std::size_t>(i % 2), static_cast<Code>(i % 2));
  }
  one.add(other);
  EXPECT_DOUBLE_EQ(one.figures().accuracy, whole.figures().accuracy);
  EXPECT_DOUBLE_EQ(one.figures().bits, whole.figures().bits);
  EXPECT_EQ(one.figures().median_odds, whole.figures().median_odds);
  EXPECT_EQ(one.figures().calibration[9].people, whole.figures().calibration[9].people);
}

// What was promised may be another share for each value.
TEST(GuessFigures, EachValueHasItsOwnPromise) {
  const std::vector<double> caps = {1, 0.2, 0.5};
  GuessTally tally(kLog2Shares, caps);
  for (const Code truth : {0U, 1U, 2U}) {
    tally.add(std::vector<double>{0.4, 0.3, 0.3}, {}, truth, truth);
  }
  EXPECT_DOUBLE_EQ(tally.figures().above_promise, 1.0 / 3);  // the second value alone
}

TEST(GuessFigures, OfNobodyAreZero) {
  const GuessFigures figures = GuessTally(kLog2Shares, kHalf).figures();
  EXPECT_EQ(figures.accuracy, 0);
  EXPECT_EQ(figures.calibration[0].right, 0);
}

}  // namespace
}  // namespace overt
