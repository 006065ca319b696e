#include "overt/learning/learning_attack.h"

#include <algorithm>

#include "overt/learning/cross_fitting.h"
#include "overt/learning/judge.h"
#include "overt/learning/population_model.h"

namespace overt {

double LearningAttack::added_accuracy() const {
  return both.accuracy - std::max(shares.accuracy, population.accuracy);
}

double LearningAttack::added_bits() const {
  return both.bits - std::max(shares.bits, population.bits);
}

LearningAttack attack_by_learning(std::span<const PublicColumn> columns,
                                  std::span<const Code> truth, Code values, const Groups& groups,
                                  double promise, const LearningOptions& options,
                                  Progress& progress) {
  LearningAttack result;
  result.records = truth.size();
  result.groups = groups.size();
  result.promise = promise;
  if (truth.empty()) return result;
  const LearningTable table = learning_table(columns, truth, values, groups);
  const Judged judged{table, truth, promise};

  const std::uint32_t starts = std::max(1U, options.starts);
  progress.begin("learning", starts + 3);
  result.shares = judge_shares(judged, progress);
  for (std::uint32_t start = 0; start < starts; ++start) {
    const CrossFitted fitted = learn_from_groups(table, options, start, progress);
    const GuessFigures figures = judge_learnt(judged, fitted, progress);
    if (start == 0) result.learnt = figures;
    result.starts.push_back({fitted.temperature, fitted.iterations, fitted.gain, figures.accuracy});
    progress.advance(start + 1);
  }
  const PopulationModel model = population_model(table, truth, options, progress);
  progress.advance(starts + 1);
  result.population =
      judge_population(judged, model, options, result.population_temperature, progress);
  progress.advance(starts + 2);
  result.both = judge_both(judged, model, options, result.both_temperature, progress);
  progress.advance(starts + 3);
  return result;
}

}  // namespace overt
