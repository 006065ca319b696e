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
    : classes_(model.classes() + static_cast<std::uint32_t>(model.sets().size())),
      counts_(classes_, 0),
      rows_(some_of(rows)) {
  const std::uint32_t kinds = model.classes();  // without the sets
  for (const CodeCount& own : values) counts_[model.class_of(own.value)] += own.count;
  chance_.resize(rows_.size() * classes_);
  double records = 0;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    model.factors(rows_[i].row, std::span(chance_).subspan(i * classes_, kinds));
    records += rows_[i].count;
  }
  // Rows add up to 1, classes to their counts, in turn.
  const double all = size_of(values);
  std::vector<float> scale(kinds);
  std::vector<double> sum(kinds);
  for (std::uint32_t k = 0; k < kinds; ++k) scale[k] = static_cast<float>(counts_[k] / all);
  for (int round = 0; round < kForecastRounds; ++round) {
    std::fill(sum.begin(), sum.end(), 0.0);
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      float* own = chance_.data() + i * classes_;
      float row = 0;
      for (std::uint32_t k = 0; k < kinds; ++k) row += own[k] *= scale[k];
      const float fitted = row > 0 ? 1 / row : 0;
      const auto weight = static_cast<float>(rows_[i].count);
      for (std::uint32_t k = 0; k < kinds; ++k) sum[k] += weight * (own[k] *= fitted);
    }
    for (std::uint32_t k = 0; k < kinds; ++k) {
      const double goal = counts_[k] * records / all;
      scale[k] = sum[k] > 0 ? static_cast<float>(std::clamp(goal / sum[k], 1e-6, 1e6)) : 0;
    }
  }
  if (!model.sets().empty()) add_sets(model, values);
}

void Forecast::add_sets(const ValueModel& model, const Multiset& values) {
  struct Part {
    std::uint32_t of_class;
    float share;  // of its records
  };
  const std::uint32_t kinds = model.classes();
  std::vector<std::vector<double>> in_both(model.sets().size(), std::vector<double>(kinds, 0));
  for (const CodeCount& own : values) {
    for (const std::uint32_t set : model.sets_of(own.value)) {
      const auto count = static_cast<double>(own.count);
      in_both[set][model.class_of(own.value)] += count;
      counts_[kinds + set] += count;
    }
  }
  for (std::uint32_t set = 0; set < in_both.size(); ++set) {
    std::vector<Part> parts;
    for (std::uint32_t k = 0; k < kinds; ++k) {
      if (in_both[set][k] == 0) continue;
      parts.push_back({k, static_cast<float>(in_both[set][k] / counts_[k])});
    }
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      float* own = chance_.data() + i * classes_;
      float sum = 0;
      for (const Part& part : parts) sum += part.share * own[part.of_class];
      own[kinds + set] = std::min(sum, 1.0F);
    }
  }
}

}  // namespace overt
