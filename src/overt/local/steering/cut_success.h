#pragma once

// How likely it is that both parts of a cut keep the caps, as far as the model knows.
//
//   30 records with a value, caps 20 and 20, the model expects 17 in the first part, give or take
//   3   ->   from 10 to 20 are allowed: about .87
//
// The number of records in a part is taken as normal. Its variance is that of values drawn by the
// model's chances, given their number in the node, and that of the model's own error: a systematic
// one, which is learnt from cuts that passed, and one that shrinks with the number of released
// records that were seen on either side.
//
// A set of values with a cap counts as one value.
//
// It decides what is tried, never what is safe.

#include <cstdint>
#include <span>
#include <vector>

#include "overt/local/caps.h"
#include "overt/local/steering/forecast.h"

namespace overt {

// What is expected of the first part, and the variances of what each part gets.
struct PartForecast {
  double records = 0;            // of the first part
  double seen = 0;               // weight of the released records on its side
  std::vector<double> expected;  // of each class, in the first part
  std::vector<double> variance;  // sums of p (1 - p), in the first part
};

class CutSuccess {
 public:
  // `error`: the systematic error of the model, as a share.
  CutSuccess(const Multiset& values, const ValueModel& model, const Caps& caps, double error);

  // `whole`: the same of the node. At least 0, at most 1.
  double chance(const PartForecast& first, const PartForecast& whole) const;
  // How often a part could be halved again before its largest share reaches the cap by chance.
  double levels(const PartForecast& first, const PartForecast& whole, bool of_first) const;

  // The class that is nearest to its cap, and how near (share of the cap).
  std::uint32_t largest() const { return largest_; }
  double fullness() const { return fullness_; }
  // Of the model's error, what comes from having seen little of either side, relative to s (1 - s).
  static double unseen(const PartForecast& first, const PartForecast& whole);

 private:
  struct Value {
    std::uint32_t own_class;
    double count;
    Cap cap;
  };
  std::vector<Value> own_;     // values with a class of their own, and sets
  std::vector<Value> others_;  // the rest, by falling count
  double records_;
  double error_;
  std::uint32_t largest_ = 0;
  double fullness_ = 0;
};

}  // namespace overt
