#include "steered/measured.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "experiment/forms.h"
#include "overt/learning/learning_attack.h"
#include "overt/utility/query_error.h"
#include "penalty.h"

namespace overt::bench {
namespace {

constexpr double Measured::*kFigures[] = {
    &Measured::penalty,    &Measured::groups, &Measured::median,      &Measured::all,
    &Measured::single,     &Measured::pairs,  &Measured::generalized, &Measured::shares,
    &Measured::population, &Measured::both,   &Measured::truth,       &Measured::seconds};

double median_group(const Groups& groups) {
  std::vector<std::size_t> sizes;
  for (std::size_t g = 0; g < groups.size(); ++g) sizes.push_back(groups[g].size());
  std::sort(sizes.begin(), sizes.end());
  std::size_t below = 0;
  for (const std::size_t size : sizes) {
    below += size;
    if (2 * below >= groups.records()) return static_cast<double>(size);
  }
  return 0;
}

// The adversary who has a model of other people, with the release and without; what is learnt from
// the release alone is not asked for.
void measure_exposure(const Table& table, const Groups& groups, Measured& result) {
  AttackedRelease release;
  for (std::size_t c = 0; c + 1 < table.columns.size(); ++c) {
    const Column& column = table.columns[c];
    release.columns.push_back({column.codes, column.domain(), column.ordered()});
  }
  release.truth = table.columns.back().codes;
  release.values = table.columns.back().domain();
  LearningOptions options;
  options.folds = 2;
  options.starts = 1;
  options.iterations = 1;
  Progress silent;
  const LearningAttack attack = attack_by_learning(release, groups, options, silent);
  result.shares = attack.shares.accuracy;
  result.population = attack.population.accuracy;
  result.both = attack.both.accuracy;
  result.truth =
      attack.both.posterior - std::max(attack.shares.posterior, attack.population.posterior);
}

}  // namespace

double Measured::added() const { return both - std::max(shares, population); }

void Measured::add(const Measured& other) {
  for (const auto figure : kFigures) this->*figure += other.*figure;
}

void Measured::divide(double by) {
  for (const auto figure : kFigures) this->*figure /= by;
}

Measured measure(const Table& table, const Groups& groups, const MeasuredParts& parts) {
  QueriedTable original;
  std::vector<std::size_t> all;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    const Column& column = table.columns[c];
    original.domains.push_back({column.name, column.domain(), column.ordered()});
    original.codes.emplace_back(column.codes);
    if (c + 1 < table.columns.size()) all.push_back(c);
  }
  const ReleasedTable generalized = generalized_form(table, groups);
  const ReleasedTable anatomy = anatomy_form(table, groups);
  Progress silent;
  const auto error = [&](const ReleasedTable& release, const std::vector<std::size_t>& columns) {
    return query_error(original, release, columns, {}, silent).sets;
  };
  Measured result;
  result.penalty = penalty_of(table, generalized);
  result.groups = static_cast<double>(groups.size());
  result.median = median_group(groups);
  result.all = error(anatomy, all);
  if (parts.more_queries) {
    result.generalized = error(generalized, all);
    double pairs = 0;
    for (std::size_t c = 0; c < all.size(); ++c) {
      result.single += error(anatomy, {c}) / static_cast<double>(all.size());
      for (std::size_t d = c + 1; d < all.size(); ++d, ++pairs) {
        result.pairs += error(anatomy, {c, d});
      }
    }
    if (pairs > 0) result.pairs /= pairs;
  }
  if (parts.exposure) measure_exposure(table, groups, result);
  return result;
}

}  // namespace overt::bench
