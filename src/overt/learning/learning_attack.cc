#include "overt/learning/learning_attack.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "overt/learning/cross_fitting.h"
#include "overt/learning/judge.h"
#include "overt/learning/population_model.h"
#include "overt/table/pair_labels.h"

namespace overt {

double LearningAttack::added_accuracy() const {
  return both.accuracy - std::max(shares.accuracy, population.accuracy);
}

double LearningAttack::added_bits() const {
  return both.bits - std::max(shares.bits, population.bits);
}

namespace {

// Numbers records by their public columns: equal numbers for equal columns.
std::vector<std::uint32_t> twin_numbers(const AttackedRelease& release) {
  std::vector<std::uint32_t> number(release.truth.size(), 0);
  std::uint32_t numbers = release.truth.empty() ? 0 : 1;
  for (const PublicColumn& column : release.columns) {
    numbers = pair_labels(number, numbers, column.codes, column.domain);
  }
  return number;
}

// People with a twin in another group.
std::uint64_t count_twins(const LearningTable& table, std::span<const std::uint32_t> twins) {
  constexpr std::uint32_t kNone = UINT32_MAX;
  constexpr std::uint32_t kSeveral = UINT32_MAX - 1;
  std::vector<std::uint32_t> group_of(table.slots(), kNone);  // by number of twins
  for (std::uint32_t g = 0; g < table.groups(); ++g) {
    for (std::size_t slot = table.first(g); slot < table.ends[g]; ++slot) {
      std::uint32_t& group = group_of[twins[table.record_of[slot]]];
      group = group == kNone || group == g ? g : kSeveral;
    }
  }
  return static_cast<std::uint64_t>(std::count_if(
      twins.begin(), twins.end(), [&](std::uint32_t twin) { return group_of[twin] == kSeveral; }));
}

// Groups by their first records: the same figures whatever the order in which they were released.
std::vector<std::size_t> order_of_records(const Groups& groups) {
  std::vector<std::pair<Record, std::size_t>> order;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    order.emplace_back(*std::min_element(groups[g].begin(), groups[g].end()), g);
  }
  std::sort(order.begin(), order.end());
  std::vector<std::size_t> result;
  for (const auto& [first, g] : order) result.push_back(g);
  return result;
}

LearningTable ordered_table(const AttackedRelease& release, const Groups& given,
                            const GroupMultisets& multisets) {
  Groups groups;
  GroupMultisets values;
  for (const std::size_t g : order_of_records(given)) {
    groups.add(given[g]);
    const auto from = multisets.values.begin() + (g == 0 ? 0 : multisets.ends[g - 1]);
    values.values.insert(values.values.end(), from, multisets.values.begin() + multisets.ends[g]);
    values.ends.push_back(static_cast<std::uint32_t>(values.values.size()));
  }
  return learning_table(release.columns, release.values, groups, std::move(values));
}

LearningAttack attack(const AttackedRelease& release, const LearningTable& table,
                      std::span<const std::uint32_t> twins, const LearningOptions& options,
                      Progress& progress) {
  LearningAttack result;
  result.records = table.slots();
  result.groups = table.groups();
  if (table.slots() == 0) return result;
  if (!twins.empty()) result.twins = count_twins(table, twins);
  const Judged judged{table, release.truth, release.promised, twins};

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
  const PopulationModel model = population_model(table, release.truth, twins, options, progress);
  progress.advance(starts + 1);
  result.population =
      judge_population(judged, model, options, result.population_temperature, progress);
  progress.advance(starts + 2);
  result.both = judge_both(judged, model, options, result.both_temperature, progress);
  progress.advance(starts + 3);
  return result;
}

}  // namespace

LearningAttack attack_by_learning(const AttackedRelease& release, const Groups& groups,
                                  const LearningOptions& options, Progress& progress) {
  const LearningTable table =
      ordered_table(release, groups, multisets_of(release.truth, release.values, groups));
  return attack(release, table, {}, options, progress);
}

LearningAttack attack_by_learning(const AttackedRelease& release, const Groups& groups,
                                  const GroupMultisets& multisets, const LearningOptions& options,
                                  Progress& progress) {
  const LearningTable table = ordered_table(release, groups, multisets);
  return attack(release, table, twin_numbers(release), options, progress);
}

}  // namespace overt
