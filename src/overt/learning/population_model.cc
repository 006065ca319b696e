#include "overt/learning/population_model.h"

#include <algorithm>

#include "overt/base/random.h"

namespace overt {
namespace {

constexpr std::size_t kSmall = 20;  // a group of at most 1/20 of the records is not cut

}  // namespace

PopulationModel population_model(const LearningTable& table, std::span<const Code> truth,
                                 std::span<const std::uint32_t> twins,
                                 const LearningOptions& options, Progress& progress) {
  const std::uint32_t folds = std::max(2U, options.population_folds);
  SeededRandom coins(options.seed);
  PopulationModel result;
  result.fold_of.resize(table.slots());
  std::vector<SoftCounts> of_fold(folds, SoftCounts(table.features, table.values));
  std::vector<std::uint32_t> fold_of_twins;
  if (!twins.empty()) {
    fold_of_twins.resize(std::size_t{*std::max_element(twins.begin(), twins.end())} + 1);
    for (std::uint32_t& fold : fold_of_twins) fold = coins.below(folds);
  }
  SoftCounts all(table.features, table.values);
  for (std::size_t g = 0; g < table.groups(); ++g) {
    if (g % 1024 == 0) progress.check();
    const bool whole = table.size(g) * kSmall <= table.slots();
    std::uint32_t fold = coins.below(folds);
    for (std::size_t slot = table.first(g); slot < table.ends[g]; ++slot) {
      if (!twins.empty()) {
        fold = fold_of_twins[twins[table.record_of[slot]]];
      } else if (!whole) {
        fold = coins.below(folds);
      }
      result.fold_of[slot] = fold;
      const Code value = truth[table.record_of[slot]];
      of_fold[fold].add(table.features_at(slot), value, 1);
      all.add(table.features_at(slot), value, 1);
    }
  }
  for (const SoftCounts& own : of_fold) {
    SoftCounts others = all;
    others.remove(own);
    result.models.emplace_back(others, options.smoothing);
  }
  return result;
}

}  // namespace overt
