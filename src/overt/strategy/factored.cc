#include "overt/strategy/factored.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "overt/counting/cells.h"
#include "overt/counting/count_tables.h"

namespace overt {
namespace {

constexpr std::size_t kMostStepsFactored = 10;  // of J: 2^10 subsets
constexpr std::size_t kMostSums = 4'000'000;    // numbers that are kept

// Groups of the released step that must be looked at together, and what they hold.
struct Component {
  std::vector<std::uint32_t> groups;             // of the released step
  std::vector<std::uint32_t> cells;              // numbers of cells, rising
  std::vector<std::uint32_t> sizes;              // of the cells
  std::vector<std::uint32_t> group_of;           // cell -> place in `groups`
  std::vector<std::vector<std::uint32_t>> step;  // step of J, cell -> group, numbered from 0
  std::vector<std::size_t> step_groups;          // how many groups of each step of J
};

// For every subset S of J (a mask): arrangements with all groups of S good, and the same
// weighted by counts, for each cell and value.
struct Sums {
  std::vector<Integer> ways;
  std::vector<std::vector<Integer>> weighted;
};

std::uint32_t find(std::vector<std::uint32_t>& parent, std::uint32_t node) {
  while (parent[node] != node) node = parent[node] = parent[parent[node]];
  return node;
}

// Numbers from 0 in the order of appearance.
std::size_t renumber(std::vector<std::uint32_t>& numbers) {
  std::vector<std::uint32_t> seen;
  for (std::uint32_t& number : numbers) {
    const auto at = std::find(seen.begin(), seen.end(), number);
    const auto place = static_cast<std::uint32_t>(at - seen.begin());
    if (at == seen.end()) seen.push_back(number);
    number = place;
  }
  return seen.size();
}

std::vector<Component> components_of(const Groups& released, const Groups& cells,
                                     const std::vector<std::uint32_t>& own,
                                     const std::vector<std::vector<std::uint32_t>>& steps) {
  std::vector<std::uint32_t> parent(released.size());
  std::iota(parent.begin(), parent.end(), 0U);
  for (const auto& group_of : steps) {
    std::vector<std::uint32_t> first(cells.size(), std::uint32_t(-1));  // group -> one it meets
    for (std::size_t c = 0; c < cells.size(); ++c) {
      std::uint32_t& met = first[group_of[c]];
      if (met == std::uint32_t(-1)) met = own[c];
      parent[find(parent, own[c])] = find(parent, met);
    }
  }
  std::vector<std::uint32_t> place(released.size(), std::uint32_t(-1));
  std::vector<Component> result;
  for (std::uint32_t c = 0; c < cells.size(); ++c) {
    const std::uint32_t root = find(parent, own[c]);
    if (place[root] == std::uint32_t(-1)) {
      place[root] = static_cast<std::uint32_t>(result.size());
      result.emplace_back().step.resize(steps.size());
    }
    Component& component = result[place[root]];
    component.cells.push_back(c);
    component.sizes.push_back(static_cast<std::uint32_t>(cells[c].size()));
    component.group_of.push_back(own[c]);
    for (std::size_t j = 0; j < steps.size(); ++j) component.step[j].push_back(steps[j][c]);
  }
  for (Component& component : result) {
    for (const std::uint32_t group : component.group_of) {
      if (std::find(component.groups.begin(), component.groups.end(), group) ==
          component.groups.end()) {
        component.groups.push_back(group);
      }
    }
    renumber(component.group_of);
    for (auto& step : component.step) component.step_groups.push_back(renumber(step));
  }
  return result;
}

View shown_by(const Component& component, const View& view) {
  View result{view.values, {}};
  for (const std::uint32_t group : component.groups) {
    result.counts.insert(result.counts.end(), view[group].begin(), view[group].end());
  }
  return result;
}

// At least the number of count tables: in a group, each cell but the last takes its records
// out of the values that the group has.
double count_tables_of(const Component& component, const View& shown) {
  std::vector<bool> last_seen(component.groups.size(), false);
  double ways = 1;
  for (std::size_t c = component.cells.size(); c-- > 0;) {
    if (!last_seen[component.group_of[c]]) {
      last_seen[component.group_of[c]] = true;
      continue;
    }
    double values = 0;
    for (const std::uint32_t count : shown[component.group_of[c]]) values += count > 0 ? 1 : 0;
    for (std::uint32_t i = 1; i <= component.sizes[c]; ++i) ways *= (values - 1 + i) / i;
  }
  return ways;
}

// What each subset of J has: the sums of all masks that contain it.
template <typename Add>
void sum_supersets(std::size_t steps, const Add& add) {
  for (std::size_t j = 0; j < steps; ++j) {
    for (std::size_t mask = 0; mask < (std::size_t{1} << steps); ++mask) {
      if ((mask >> j & 1) == 0) add(mask, mask | std::size_t{1} << j);
    }
  }
}

Sums sums_of(const Component& component, const View& shown,
             const Factored::GroupVerdict& group_verdict, Progress& progress) {
  const std::size_t steps = component.step.size();
  const std::size_t entries = component.cells.size() * shown.values;
  Sums sums{std::vector<Integer>(std::size_t{1} << steps),
            std::vector<std::vector<Integer>>(std::size_t{1} << steps)};
  for (auto& weighted : sums.weighted) weighted.resize(entries);
  for_each_count_table(
      shown, component.group_of, component.sizes, [&](const View& counts, const Integer& weight) {
        progress.check();
        std::size_t good = 0;  // the steps that could all be good here
        for (std::size_t j = 0; j < steps; ++j) {
          const View own = coarser(counts, component.step[j], component.step_groups[j]);
          bool all = true;
          for (std::size_t g = 0; g < own.groups() && all; ++g) {
            all = group_verdict(own[g]) == Verdict::holds;
          }
          if (all) good |= std::size_t{1} << j;
        }
        sums.ways[good] += weight;
        for (std::size_t i = 0; i < entries; ++i) {
          if (counts.counts[i] > 0) {
            mpz_addmul_ui(sums.weighted[good][i].get_mpz_t(), weight.get_mpz_t(), counts.counts[i]);
          }
        }
        return true;
      });
  sum_supersets(steps, [&](std::size_t mask, std::size_t larger) {
    sums.ways[mask] += sums.ways[larger];
    for (std::size_t i = 0; i < entries; ++i) {
      sums.weighted[mask][i] += sums.weighted[larger][i];
    }
  });
  return sums;
}

}  // namespace

std::optional<FactoredSet> Factored::set(std::size_t step, const View& view,
                                         const std::vector<std::size_t>& earlier,
                                         const GroupVerdict& group) const {
  if (earlier.size() > kMostStepsFactored) return std::nullopt;
  const std::size_t subsets = std::size_t{1} << earlier.size();
  const double words = 1 + static_cast<double>(sequence_.records()) / 12;  // of a long number
  // Before anything is built: there are at least as many cells as groups.
  const auto limit = static_cast<double>(limit_);
  if (static_cast<double>(view.counts.size() * subsets) * words > limit) return std::nullopt;
  if (view.counts.size() * subsets > kMostSums) return std::nullopt;
  std::vector<Groups> in_play = {sequence_[step]};
  for (const std::size_t j : earlier) in_play.push_back(sequence_[j]);
  const Groups cells = common_refinement(in_play);
  const std::vector<std::uint32_t> own = group_of_cells(cells, in_play[0]);
  std::vector<std::vector<std::uint32_t>> steps;
  for (std::size_t j = 1; j < in_play.size(); ++j) {
    steps.push_back(group_of_cells(cells, in_play[j]));
  }
  const std::vector<Component> components = components_of(in_play[0], cells, own, steps);

  if (cells.size() * values_ * subsets > kMostSums) return std::nullopt;
  double cost = static_cast<double>(cells.size() * values_ * subsets) * words;
  for (const Component& component : components) {
    progress_.check();
    const std::size_t entries = component.cells.size() * values_;
    if (entries > kDeepest) return std::nullopt;
    cost += count_tables_of(component, shown_by(component, view)) *
            static_cast<double>(entries * (1 + earlier.size()));
    if (cost > limit) return std::nullopt;
  }

  std::vector<Sums> sums;
  for (const Component& component : components) {
    sums.push_back(sums_of(component, shown_by(component, view), group, progress_));
  }
  // For every subset the product of all components but one.
  const std::size_t n = components.size();
  std::vector<std::vector<Integer>> others(n, std::vector<Integer>(subsets));
  FactoredSet result;
  for (std::size_t mask = 0; mask < subsets; ++mask) {
    Integer before = 1;
    for (std::size_t k = 0; k < n; ++k) {
      progress_.check();
      others[k][mask] = before;
      before *= sums[k].ways[mask];
    }
    result.tables += std::popcount(mask) % 2 == 0 ? before : Integer(-before);
    Integer behind = 1;
    for (std::size_t k = n; k-- > 0;) {
      progress_.check();
      others[k][mask] *= behind;
      behind *= sums[k].ways[mask];
    }
  }
  result.verdict = Verdict::fails;
  if (result.tables == 0) return result;

  result.verdict = Verdict::holds;
  std::vector<Integer> weights(values_);
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t c = 0; c < components[k].cells.size(); ++c) {
      progress_.check();
      for (Code v = 0; v < values_; ++v) {
        weights[v] = 0;
        for (std::size_t mask = 0; mask < subsets; ++mask) {
          const Integer& part = sums[k].weighted[mask][c * values_ + v];
          if (part == 0) continue;
          if (std::popcount(mask) % 2 == 0) {
            weights[v] += others[k][mask] * part;
          } else {
            weights[v] -= others[k][mask] * part;
          }
        }
      }
      const Verdict verdict = property_.test(weights);
      if (verdict == Verdict::fails) result.verdict = verdict;
      if (verdict == Verdict::not_proven && result.verdict == Verdict::holds) {
        result.verdict = verdict;
      }
      const Record first = cells[components[k].cells[c]].front();
      const Integer all = result.tables * static_cast<unsigned long>(components[k].sizes[c]);
      for (Code v = 0; v < values_; ++v) {
        Rational share(weights[v], all);
        share.canonicalize();
        if (!result.worst || share > result.worst->share ||
            (share == result.worst->share && first < result.worst->record)) {
          result.worst = Worst{first, v, share};
        }
      }
    }
  }
  return result;
}

}  // namespace overt
