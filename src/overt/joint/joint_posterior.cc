#include "overt/joint/joint_posterior.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <numeric>
#include <utility>

#include "overt/counting/cells.h"
#include "overt/joint/joint_tables.h"
#include "overt/joint/likelihood.h"
#include "overt/views/bounds.h"
#include "overt/views/exact.h"

namespace overt::joint {
namespace {

using views::Component;

views::Disclosure disclosure_of(std::span<const Record> group, std::span<const Code> table,
                                std::size_t values) {
  views::Disclosure result;
  result.records.assign(group.begin(), group.end());
  std::sort(result.records.begin(), result.records.end());
  result.counts.assign(values, 0);
  for (const Record record : group) ++result.counts[table[record]];
  return result;
}

// All components as one, of all values: what a walk looks at.
Component together(const std::vector<Component>& parts, std::size_t disclosures, Code values) {
  Component result;
  result.disclosures.resize(disclosures);
  std::iota(result.disclosures.begin(), result.disclosures.end(), 0U);
  result.values.resize(values);
  std::iota(result.values.begin(), result.values.end(), Code{0});
  result.margins.assign(disclosures * values, 0);
  for (const Component& part : parts) {
    for (std::size_t c = 0; c < part.cells.size(); ++c) {
      result.cells.add(part.cells[c]);
      std::vector<std::uint32_t> inside;
      for (const std::uint32_t d : part.inside[c]) inside.push_back(part.disclosures[d]);
      result.inside.add(inside);
    }
    for (std::size_t d = 0; d < part.disclosures.size(); ++d) {
      for (std::size_t v = 0; v < part.values.size(); ++v) {
        result.margins[part.disclosures[d] * values + part.values[v]] = part.margin(d, v);
      }
    }
  }
  return result;
}

// Splits the cells by what the label says of their records.
void split(Component& component, const std::vector<std::uint32_t>& label) {
  Groups cells;
  views::Lists inside;
  for (std::size_t c = 0; c < component.cells.size(); ++c) {
    std::map<std::uint32_t, std::vector<Record>> pieces;
    for (const Record record : component.cells[c]) pieces[label[record]].push_back(record);
    for (auto& [piece, records] : pieces) {
      cells.add(records);
      inside.add(component.inside[c]);
    }
  }
  component.cells = std::move(cells);
  component.inside = std::move(inside);
}

}  // namespace

Joint::Joint(Releases releases, std::span<const Code> table, std::span<const std::uint64_t> overall,
             Progress& progress)
    : releases_(std::move(releases)), overall_(overall) {
  views::Problem problem;
  problem.records.resize(table.size());
  problem.values.resize(overall.size());
  for (const KeptRelease* release : releases_) {
    assert(release->records() == table.size());
    walks_ = walks_ || release->walks();
    first_.push_back(static_cast<std::uint32_t>(problem.disclosures.size()));
    for (std::size_t g = 0; g < release->groups.size(); ++g) {
      progress.check();
      problem.disclosures.push_back(disclosure_of(release->groups[g], table, overall.size()));
    }
  }
  components_ = views::components_of(problem, progress).list;
  if (walks_) {
    components_ = {
        together(components_, problem.disclosures.size(), static_cast<Code>(overall.size()))};
  }
}

std::size_t Joint::release_of(std::uint32_t disclosure) const {
  return static_cast<std::size_t>(std::upper_bound(first_.begin(), first_.end(), disclosure) -
                                  first_.begin()) -
         1;
}

std::vector<std::uint32_t> Joint::groups_in(std::size_t component, std::size_t release) const {
  std::vector<std::uint32_t> result;
  for (const std::uint32_t d : components_[component].disclosures) {
    if (release_of(d) == release) result.push_back(d - first_[release]);
  }
  return result;
}

bool Joint::weighted(const Component& component) const {
  return walks_ || std::any_of(component.disclosures.begin(), component.disclosures.end(),
                               [&](std::uint32_t d) {
                                 const std::size_t i = release_of(d);
                                 return releases_[i]->weighted(d - first_[i]);
                               });
}

bool Joint::bounded(std::size_t component, const Rational& most, bool strict,
                    Progress& progress) const {
  const Component& own = components_[component];
  if (weighted(own)) return false;  // the records of a cell are not alike
  const views::CountBounds bounds = views::count_bounds(own, progress);
  const std::size_t values = own.values.size();
  for (std::size_t i = 0; i < bounds.high.size(); ++i) {
    const Rational high = share(bounds.high[i], own.size(i / values));
    if (strict ? high >= most : high > most) return false;
  }
  return true;
}

std::optional<Posterior> Joint::posterior(std::size_t component, std::uint64_t limit,
                                          Progress& progress) const {
  const Component& own = components_[component];
  return weighted(own) ? enumerate(own, limit, progress) : count(own, limit, progress);
}

std::optional<Posterior> Joint::count(const Component& component, std::uint64_t limit,
                                      Progress& progress) const {
  auto found = views::count_exactly(component, std::min(limit, views::kWorkLimit), progress);
  if (!found) return std::nullopt;
  Posterior result{component.cells, {}};
  result.weights.resize(component.cells.size() * overall_.size());
  const std::size_t values = component.values.size();
  for (std::size_t i = 0; i < found->sums.size(); ++i) {
    result.weights[i / values * overall_.size() + component.values[i % values]] =
        std::move(found->sums[i]);
  }
  return result;
}

std::optional<Posterior> Joint::enumerate(const Component& given, std::uint64_t limit,
                                          Progress& progress) const {
  if (too_deep(given)) return std::nullopt;
  // [1] Cells that no side of a cut and no step of a walk tells apart.
  Component component = given;
  for (const KeptRelease* release : releases_) {
    for (const Groups& step : release->earlier) split(component, group_of_records(step));
    if (release->side.empty()) continue;
    std::vector<std::uint32_t> label(release->side.begin(), release->side.end());
    for (std::size_t g = 0; g < release->groups.size(); ++g) {
      if (release->weighted(g)) continue;
      for (const Record record : release->groups[g]) label[record] = 0;
    }
    split(component, label);
  }
  const std::size_t values = component.values.size();

  // [2] What weighs the tables.
  std::vector<Cut> cuts;
  for (std::size_t d = 0; d < component.disclosures.size(); ++d) {
    const std::size_t i = release_of(component.disclosures[d]);
    const std::uint32_t group = component.disclosures[d] - first_[i];
    const KeptRelease& release = *releases_[i];
    if (!release.weighted(group)) continue;
    Cut cut;
    cut.l = release.l;
    cut.stop = release.stop[group];
    for (std::size_t v = 0; v < values; ++v) cut.margin.push_back(component.margin(d, v));
    for (std::uint32_t c = 0; c < component.cells.size(); ++c) {
      const auto& inside = component.inside[c];
      if (std::find(inside.begin(), inside.end(), d) == inside.end()) continue;
      const bool first = release.side[component.cells[c].front()] == 0;
      (first ? cut.first_size : cut.second_size) += static_cast<std::uint32_t>(component.size(c));
      if (first) cut.first.push_back(c);
    }
    cuts.push_back(std::move(cut));
  }
  std::vector<WalkedStep> walks;
  for (const KeptRelease* release : releases_) {
    if (release->walks()) walks.emplace_back(*release, component.cells, overall_, progress);
  }

  // [3] Every table that agrees, with the product of its weights.
  Posterior result;
  std::vector<Integer> sums(component.cells.size() * values);
  Work work{0, limit};
  const bool all = for_each_joint_table(
      component, work, progress, [&](const views::Counts& counts, const Integer& tables) {
        work.done += counts.size();
        for (WalkedStep& walk : walks) {
          const std::uint64_t before = walk.work();
          const bool here = walk.ends_here(counts);
          work.done += counts.size() + walk.work() - before;
          progress.check();
          if (!here) return;
        }
        Integer weight = tables;
        for (const Cut& cut : cuts) weight *= cut.weight(counts);
        for (std::size_t i = 0; i < counts.size(); ++i) {
          if (counts[i] > 0) mpz_addmul_ui(sums[i].get_mpz_t(), weight.get_mpz_t(), counts[i]);
        }
      });
  if (!all) return std::nullopt;
  result.cells = std::move(component.cells);
  result.weights.resize(result.cells.size() * overall_.size());
  for (std::size_t i = 0; i < sums.size(); ++i) {
    result.weights[i / values * overall_.size() + component.values[i % values]] =
        std::move(sums[i]);
  }
  return result;
}

}  // namespace overt::joint
