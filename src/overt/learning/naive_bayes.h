#pragma once

// A view of how public columns and values go together: naive Bayes, one table of counts a column,
//
//   score(x, v) = sum over columns c of log P(x_c | v) / P(x_c)
//
// with P(x_c | v) smoothed towards P(x_c) by `smoothing` records' worth of it, so that a value of
// the column that hardly occurs says hardly anything.
//
//   60 old and 40 young people; of the 50 with gout 45 are old   ->   score(old, gout) > 0
//
// Counts may be parts of records: an adversary who does not know who has what spreads a record over
// the values of its group. It is not the best model there is; it is one that learns from few groups
// and whose mistakes are known (it counts what two columns say alike twice), which a temperature
// (tempering.h) makes up for.
//
// Cost: a sum of `columns` numbers a score; memory 8 bytes a feature and value.

#include <cstdint>
#include <span>
#include <vector>

#include "overt/learning/learning_table.h"

namespace overt {

class SoftCounts {
 public:
  SoftCounts() = default;
  SoftCounts(std::uint32_t features, Code values)
      : values_(values), counts_(std::size_t{features} * values), totals_(values) {}

  // `amount` of a record with these features has the value.
  void add(std::span<const std::uint32_t> features, Code value, double amount) {
    for (const std::uint32_t feature : features) {
      counts_[std::size_t{feature} * values_ + value] += amount;
    }
    totals_[value] += amount;
  }
  void add(const SoftCounts& other);

 private:
  friend class NaiveBayes;
  Code values_ = 0;
  std::vector<double> counts_;  // feature by feature
  std::vector<double> totals_;
};

class NaiveBayes {
 public:
  NaiveBayes() = default;
  NaiveBayes(const SoftCounts& counts, double smoothing);

  // The scores of values[0], values[1], .. for a record with these features.
  void scores(std::span<const std::uint32_t> features, std::span<const GroupValue> values,
              std::span<double> result) const;
  // The scores of all values.
  void scores(std::span<const std::uint32_t> features, std::span<double> result) const;

 private:
  Code values_ = 0;
  std::vector<double> log_ratios_;  // feature by feature
};

}  // namespace overt
