#include "overt/learning/naive_bayes.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace overt {

void SoftCounts::add(const SoftCounts& other) {
  for (std::size_t i = 0; i < counts_.size(); ++i) counts_[i] += other.counts_[i];
  for (std::size_t v = 0; v < totals_.size(); ++v) totals_[v] += other.totals_[v];
}

NaiveBayes::NaiveBayes(const SoftCounts& counts, double smoothing)
    : values_(counts.values_), log_ratios_(counts.counts_.size(), 0) {
  const double records = std::accumulate(counts.totals_.begin(), counts.totals_.end(), 0.0);
  for (std::size_t from = 0; from < log_ratios_.size(); from += values_) {
    const double with =
        std::accumulate(counts.counts_.begin() + static_cast<std::ptrdiff_t>(from),
                        counts.counts_.begin() + static_cast<std::ptrdiff_t>(from + values_), 0.0);
    if (with <= 0) continue;  // never seen: it says nothing
    const double share = with / records;
    for (Code v = 0; v < values_; ++v) {
      const double of_value =
          (counts.counts_[from + v] + smoothing * share) / (counts.totals_[v] + smoothing);
      log_ratios_[from + v] = std::log(of_value / share);
    }
  }
}

void NaiveBayes::scores(std::span<const std::uint32_t> features, std::span<const GroupValue> values,
                        std::span<double> result) const {
  std::fill(result.begin(), result.end(), 0);
  for (const std::uint32_t feature : features) {
    const double* const row = log_ratios_.data() + std::size_t{feature} * values_;
    for (std::size_t v = 0; v < values.size(); ++v) result[v] += row[values[v].value];
  }
}

void NaiveBayes::scores(std::span<const std::uint32_t> features, std::span<double> result) const {
  std::fill(result.begin(), result.end(), 0);
  for (const std::uint32_t feature : features) {
    const double* const row = log_ratios_.data() + std::size_t{feature} * values_;
    for (Code v = 0; v < values_; ++v) result[v] += row[v];
  }
}

}  // namespace overt
