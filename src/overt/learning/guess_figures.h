#pragma once

// How well somebody guesses: for each person a distribution over the values and the truth, and of
// all of them the figures of one adversary.
//
//   {flu .7, gout .3}, truth flu   ->   right, posterior .7, above 1/2
//   {flu .5, gout .5}, truth gout  ->   half right: the best guess is a coin
//
// Calibration says whether to believe: of the guesses made with a certainty near 0.7, are 70 %
// right? A model that has seen what it judges is far below.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "overt/table/column.h"

namespace overt {

struct CalibrationBin {
  std::uint64_t people = 0;
  double stated = 0;  // mean certainty of the best guess
  double right = 0;   // share of best guesses that are right
};

inline constexpr std::size_t kCalibrationBins = 10;  // of certainty, equal width

struct GuessFigures {
  double accuracy = 0;       // share of best guesses that are right; a tie counts its part
  double posterior = 0;      // mean probability given to the truth
  double certainty = 0;      // mean probability given to the best guess
  double bits = 0;           // mean log2 of what is given to the truth over its share of the table
  double above_half = 0;     // share of people whose true value is given more than 1/2
  double above_promise = 0;  // .. more than was promised of it
  std::array<CalibrationBin, kCalibrationBins> calibration;
  // Share of people of whom some value's odds are at most 2, 4, 10 times those of its share of the
  // group, and the median: what bounded odds (docs/concepts/learning.md) would have to cover.
  std::array<double, 3> odds_within = {};
  double median_odds = 0;
};

inline constexpr std::array<double, 3> kOddsLimits = {2, 4, 10};

// Adds up the guesses of a piece of the people; pieces are then put together in order.
class GuessTally {
 public:
  // `log2_shares` of the values in the whole table; `promised`: the largest share of each value,
  // or empty: nothing is.
  GuessTally(std::span<const double> log2_shares, std::span<const double> promised)
      : log2_shares_(log2_shares), promised_(promised) {}

  // `posterior[i]` is what values[i] is given; the truth is values[right].
  // `prior` are the shares of the same values in the group, or empty: no odds.
  void add(std::span<const double> posterior, std::span<const double> prior, std::size_t right,
           Code truth);
  void add(const GuessTally& other);
  GuessFigures figures() const;

 private:
  std::span<const double> log2_shares_;
  std::span<const double> promised_;
  std::uint64_t people_ = 0;
  double right_ = 0;
  double posterior_ = 0;
  double certainty_ = 0;
  double bits_ = 0;
  std::uint64_t above_half_ = 0;
  std::uint64_t above_promise_ = 0;
  std::array<CalibrationBin, kCalibrationBins> bins_{};  // sums
  std::vector<float> odds_;
};

}  // namespace overt
