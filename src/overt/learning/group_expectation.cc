#include "overt/learning/group_expectation.h"

#include <algorithm>
#include <cmath>

namespace overt {
namespace {

constexpr double kLeastLogarithm = -41;  // weights of at least 1e-18 of the largest

}  // namespace

void GroupExpectation::load(std::size_t group, const NaiveBayes& model) {
  const std::span<const GroupValue> values = table_.values_of(group);
  const std::size_t first = table_.first(group);
  counts_.clear();
  for (const GroupValue& value : values) counts_.push_back(value.count);
  const bool exact = count_vectors(counts_, kMostCountVectors) <= kMostCountVectors;

  row_of_.clear();
  first_slots_.clear();
  copies_.clear();
  for (std::size_t i = 0; i < table_.size(group); ++i) {
    const auto features = table_.features_at(first + i);
    // Count vectors go record by record; messages are the same for people who are alike.
    const bool alike =
        !exact && i > 0 &&
        std::equal(features.begin(), features.end(), table_.features_at(first + i - 1).begin());
    if (!alike) {
      first_slots_.push_back(static_cast<std::uint32_t>(i));
      copies_.push_back(0);
    }
    ++copies_.back();
    row_of_.push_back(static_cast<std::uint32_t>(copies_.size() - 1));
  }
  scores_.resize(copies_.size() * values.size());
  for (std::size_t row = 0; row < copies_.size(); ++row) {
    model.scores(table_.features_at(first + first_slots_[row]), values,
                 std::span(scores_).subspan(row * values.size(), values.size()));
  }
}

double GroupExpectation::run(double temperature) {
  const std::size_t values = counts_.size();
  weights_.resize(scores_.size());
  posterior_.resize(scores_.size());
  double taken_out = 0;
  for (std::size_t row = 0; row < copies_.size(); ++row) {
    const std::span<const double> scores = std::span(scores_).subspan(row * values, values);
    const double largest = *std::max_element(scores.begin(), scores.end());
    for (std::size_t v = 0; v < values; ++v) {
      weights_[row * values + v] =
          std::exp(std::max(kLeastLogarithm, temperature * (scores[v] - largest)));
    }
    taken_out += copies_[row] * temperature * largest;
  }
  const bool exact = count_vectors(counts_, kMostCountVectors) <= kMostCountVectors;
  return taken_out + (exact ? exact_.run(weights_, counts_, posterior_)
                            : beliefs_.run(weights_, copies_, counts_, posterior_));
}

}  // namespace overt
