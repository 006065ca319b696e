#include "overt/learning/population_model.h"

#include <algorithm>

#include "overt/base/random.h"

namespace overt {
namespace {

constexpr std::size_t kSmall = 20;  // a group of at most 1/20 of the records is not cut
constexpr std::size_t kCountedBetweenChecks = 1024;

// Groups that are not cut are in one fold, the slots of others each in its own.
std::vector<std::uint32_t> folds_of_groups(const LearningTable& table, std::uint32_t folds,
                                           RandomSource& coins) {
  std::vector<std::uint32_t> result(table.slots());
  for (std::size_t g = 0; g < table.groups(); ++g) {
    const bool whole = table.size(g) * kSmall <= table.slots();
    std::uint32_t fold = coins.below(folds);
    for (std::size_t slot = table.first(g); slot < table.ends[g]; ++slot) {
      if (!whole) fold = coins.below(folds);
      result[slot] = fold;
    }
  }
  return result;
}

std::vector<std::uint32_t> folds_of_twins(const LearningTable& table,
                                          std::span<const std::uint32_t> twins, std::uint32_t folds,
                                          RandomSource& coins) {
  std::vector<std::uint32_t> of_twin(std::size_t{*std::max_element(twins.begin(), twins.end())} +
                                     1);
  for (std::uint32_t& fold : of_twin) fold = coins.below(folds);
  std::vector<std::uint32_t> result(table.slots());
  for (std::size_t slot = 0; slot < table.slots(); ++slot) {
    result[slot] = of_twin[twins[table.record_of[slot]]];
  }
  return result;
}

// For each fold, who is left to learn from: slot by slot, whether nobody of the fold is this person
// or a twin of them.
class Others {
 public:
  Others(const LearningTable& table, std::span<const std::uint32_t> fold_of,
         std::span<const std::uint32_t> twins)
      : table_(table), fold_of_(fold_of), twins_(twins) {}

  // Calls use(slot) for each of them.
  template <typename Use>
  void visit(std::uint32_t fold, Progress& progress, const Use& use) const {
    std::vector<bool> near;
    if (!twins_.empty()) {
      near.resize(table_.slots());
      for (std::size_t slot = 0; slot < table_.slots(); ++slot) {
        if (fold_of_[slot] == fold) near[twins_[table_.record_of[slot]]] = true;
      }
    }
    for (std::size_t slot = 0; slot < table_.slots(); ++slot) {
      if (slot % kCountedBetweenChecks == 0) progress.check();
      const bool own = near.empty() ? fold_of_[slot] == fold : near[twins_[table_.record_of[slot]]];
      if (!own) use(slot);
    }
  }

 private:
  const LearningTable& table_;
  std::span<const std::uint32_t> fold_of_;
  std::span<const std::uint32_t> twins_;
};

}  // namespace

PopulationModel population_model(const LearningTable& table, std::span<const Code> truth,
                                 std::span<const std::uint32_t> twins,
                                 const LearningOptions& options, Progress& progress) {
  const std::uint32_t folds = std::max(2U, options.population_folds);
  SeededRandom coins(options.seed);
  PopulationModel result;
  result.fold_of = folds_of_groups(table, folds, coins);
  if (!twins.empty()) {
    std::size_t left = 0;
    Others(table, result.fold_of, twins).visit(0, progress, [&](std::size_t) { ++left; });
    // Too few would be left: people who stand for many others can do without their group.
    if (left * 2 < table.slots()) result.fold_of = folds_of_twins(table, twins, folds, coins);
  }
  const Others others(table, result.fold_of, twins);
  for (std::uint32_t fold = 0; fold < folds; ++fold) {
    SoftCounts counts(table.features, table.values);
    others.visit(fold, progress, [&](std::size_t slot) {
      counts.add(table.features_at(slot), truth[table.record_of[slot]], 1);
    });
    result.models.emplace_back(counts, options.smoothing);
  }
  return result;
}

}  // namespace overt
