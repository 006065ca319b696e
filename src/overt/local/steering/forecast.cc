#include "overt/local/steering/forecast.h"

#include <algorithm>

namespace overt {
namespace {

constexpr std::size_t kLooked = 8'192;  // rows
constexpr int kForecastRounds = 5;

std::vector<RowCount> some_of(std::span<const RowCount> rows) {
  if (rows.size() <= kLooked) return {rows.begin(), rows.end()};
  std::vector<RowCount> result;
  for (std::size_t i = 0; i < kLooked; ++i) result.push_back(rows[i * rows.size() / kLooked]);
  return result;
}

}  // namespace

Forecast::Forecast(const ValueModel& model, std::span<const RowCount> rows, const Multiset& values)
    : classes_(model.classes()), counts_(classes_, 0), rows_(some_of(rows)) {
  for (const CodeCount& own : values) {
    counts_[model.class_of(own.value)] += static_cast<double>(own.count);
  }
  chance_.resize(rows_.size() * classes_);
  double records = 0;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    model.factors(rows_[i].row, std::span(chance_).subspan(i * classes_, classes_));
    records += static_cast<double>(rows_[i].count);
  }
  // Rows add up to 1, classes to their counts, in turn.
  const auto all = static_cast<double>(size_of(values));
  std::vector<float> scale(classes_);
  std::vector<double> sum(classes_);
  for (std::uint32_t k = 0; k < classes_; ++k) scale[k] = static_cast<float>(counts_[k] / all);
  for (int round = 0; round < kForecastRounds; ++round) {
    std::fill(sum.begin(), sum.end(), 0.0);
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      float* own = chance_.data() + i * classes_;
      float row = 0;
      for (std::uint32_t k = 0; k < classes_; ++k) row += own[k] *= scale[k];
      const float fitted = row > 0 ? 1 / row : 0;
      const auto weight = static_cast<float>(rows_[i].count);
      for (std::uint32_t k = 0; k < classes_; ++k) sum[k] += weight * (own[k] *= fitted);
    }
    for (std::uint32_t k = 0; k < classes_; ++k) {
      const double goal = counts_[k] * records / all;
      scale[k] = sum[k] > 0 ? static_cast<float>(std::clamp(goal / sum[k], 1e-6, 1e6)) : 0;
    }
  }
}

}  // namespace overt
