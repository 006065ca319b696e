#include "overt/learning/tempering.h"

#include <algorithm>
#include <cmath>

#include "overt/base/parallel.h"
#include "overt/learning/group_expectation.h"

namespace overt {
namespace {

constexpr std::size_t kPiecesTempered = 8;
constexpr std::size_t kLeastGroups = 200;

using Gains = std::array<double, kTemperatures.size()>;

// log of the sum over all values of share * exp(t * score).
double log_normalizer(std::span<const double> log_shares, std::span<const double> scores,
                      double temperature) {
  double largest = -1e300;
  for (std::size_t v = 0; v < scores.size(); ++v) {
    largest = std::max(largest, log_shares[v] + temperature * scores[v]);
  }
  double sum = 0;
  for (std::size_t v = 0; v < scores.size(); ++v) {
    sum += std::exp(log_shares[v] + temperature * scores[v] - largest);
  }
  return largest + std::log(sum);
}

}  // namespace

std::vector<double> log_shares(const LearningTable& table) {
  std::vector<double> counts(table.values, 0);
  for (const GroupValue& value : table.multisets.values) counts[value.value] += value.count;
  for (double& count : counts) {
    // A value that nobody has takes no part in any sum.
    count = count == 0 ? -1e4 : std::log(count / static_cast<double>(table.slots()));
  }
  return counts;
}

std::vector<std::uint32_t> sample_groups(const LearningTable& table, std::uint32_t records) {
  const double mean = static_cast<double>(table.slots()) / static_cast<double>(table.groups());
  const std::size_t wanted =
      std::min(table.groups(), std::max(kLeastGroups, static_cast<std::size_t>(records / mean)));
  std::vector<std::uint32_t> result;
  for (std::size_t i = 0; i < wanted; ++i) {
    result.push_back(static_cast<std::uint32_t>(i * table.groups() / wanted));
  }
  return result;
}

Tempering choose_temperature(const LearningTable& table, const CrossFitted& fitted,
                             const LearningOptions& options, Progress& progress) {
  const std::vector<std::uint32_t> sample = sample_groups(table, options.sample);
  const std::vector<double> shares = log_shares(table);
  std::vector<Gains> parts(kPiecesTempered);
  parallel_for(kPiecesTempered, [&](std::size_t piece) {
    GroupExpectation expectation(table);
    std::vector<double> scores(table.values);
    Gains& sums = parts[piece];
    sums.fill(0);
    const std::size_t end = sample.size() * (piece + 1) / kPiecesTempered;
    for (std::size_t s = sample.size() * piece / kPiecesTempered; s < end; ++s) {
      progress.check();
      const std::size_t group = sample[s];
      const NaiveBayes& model = fitted.models[fitted.fold_of[group]];
      expectation.load(group, model);
      for (std::size_t t = 0; t < kTemperatures.size(); ++t) {
        sums[t] += expectation.run(kTemperatures[t]);
      }
      for (std::size_t row = 0; row < expectation.copies().size(); ++row) {
        model.scores(table.features_at(table.first(group) + expectation.first_slots()[row]),
                     scores);
        for (std::size_t t = 0; t < kTemperatures.size(); ++t) {
          sums[t] -= expectation.copies()[row] * log_normalizer(shares, scores, kTemperatures[t]);
        }
      }
    }
  });
  Gains whole{};
  for (const Gains& part : parts) {
    for (std::size_t t = 0; t < whole.size(); ++t) whole[t] += part[t];
  }
  const auto best = std::max_element(whole.begin(), whole.end());
  return {kTemperatures[static_cast<std::size_t>(best - whole.begin())],
          (*best - whole[0]) / static_cast<double>(std::max<std::size_t>(1, sample.size()))};
}

}  // namespace overt
