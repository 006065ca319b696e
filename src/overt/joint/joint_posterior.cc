#include "overt/joint/joint_posterior.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <numeric>
#include <set>
#include <span>
#include <utility>
#include <vector>

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

// Several components as one, of these values; each value of a part is among them.
Component together(std::span<const Component* const> parts, std::vector<Code> values) {
  Component result;
  result.values = std::move(values);
  for (const Component* part : parts) {
    result.disclosures.insert(result.disclosures.end(), part->disclosures.begin(),
                              part->disclosures.end());
  }
  std::sort(result.disclosures.begin(), result.disclosures.end());
  result.margins.assign(result.disclosures.size() * result.values.size(), 0);
  const auto place = [](const auto& all, auto one) {
    return static_cast<std::uint32_t>(std::lower_bound(all.begin(), all.end(), one) - all.begin());
  };
  for (const Component* part : parts) {
    std::vector<std::uint32_t> number;  // of its disclosures, here
    for (const std::uint32_t d : part->disclosures) number.push_back(place(result.disclosures, d));
    for (std::size_t c = 0; c < part->cells.size(); ++c) {
      result.cells.add(part->cells[c]);
      std::vector<std::uint32_t> inside;
      for (const std::uint32_t d : part->inside[c]) inside.push_back(number[d]);
      result.inside.add(inside);
    }
    for (std::size_t v = 0; v < part->values.size(); ++v) {
      const std::size_t own = place(result.values, part->values[v]);
      for (std::size_t d = 0; d < number.size(); ++d) {
        result.margins[number[d] * result.values.size() + own] = part->margin(d, v);
      }
    }
  }
  return result;
}

std::vector<Code> values_of(std::span<const Component* const> parts) {
  std::set<Code> values;
  for (const Component* part : parts) values.insert(part->values.begin(), part->values.end());
  return {values.begin(), values.end()};
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
  if (walks_) {  // which looks at all of it
    std::vector<const Component*> parts;
    for (const Component& one : components_) parts.push_back(&one);
    std::vector<Code> values(overall.size());
    std::iota(values.begin(), values.end(), Code{0});
    components_ = {together(parts, std::move(values))};
  } else {
    join_nodes();
  }
}

// Groups that were dealt from one node with a cut are tied by it.
void Joint::join_nodes() {
  std::vector<std::uint32_t> leader(components_.size());
  std::iota(leader.begin(), leader.end(), 0U);
  const auto find = [&](std::uint32_t c) {
    while (leader[c] != c) c = leader[c] = leader[leader[c]];
    return c;
  };
  std::map<std::pair<std::size_t, std::size_t>, std::uint32_t> first;  // release, node -> component
  bool joined = false;
  for (std::uint32_t c = 0; c < components_.size(); ++c) {
    for (const std::uint32_t d : components_[c].disclosures) {
      const std::size_t i = release_of(d);
      const std::size_t group = d - first_[i];
      if (releases_[i]->node.empty() || !releases_[i]->weighted(group)) continue;
      const std::uint32_t other =
          find(first.try_emplace({i, releases_[i]->node_of(group)}, c).first->second);
      const std::uint32_t own = find(c);
      joined = joined || own != other;
      leader[std::max(own, other)] = std::min(own, other);
    }
  }
  if (!joined) return;
  std::map<std::uint32_t, std::vector<const Component*>> parts;
  for (std::uint32_t c = 0; c < components_.size(); ++c) {
    parts[find(c)].push_back(&components_[c]);
  }
  std::vector<Component> result;
  for (const auto& [c, own] : parts) {
    result.push_back(own.size() == 1 ? *own.front() : together(own, values_of(own)));
  }
  components_ = std::move(result);
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

bool Joint::bounded(std::size_t component, std::span<const PromisedCap> caps,
                    Progress& progress) const {
  const Component& own = components_[component];
  if (weighted(own)) return false;
  const views::CountBounds bounds = views::count_bounds(own, progress);
  const std::size_t values = own.values.size();
  const std::vector<LocalCap> local = caps_on(caps, own.values);
  for (std::size_t c = 0; c < own.cells.size(); ++c) {
    for (const LocalCap& cap : local) {
      std::uint64_t high = 0;
      for (const std::uint32_t v : cap.values) high += bounds.high[c * values + v];
      if (share(std::min<std::uint64_t>(high, own.size(c)), own.size(c)) > cap.cap) return false;
    }
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
  std::map<std::pair<std::size_t, std::size_t>, Cut> cut_of;  // release, node
  const auto cut_at = [&](std::uint32_t disclosure) -> Cut* {
    const std::size_t i = release_of(disclosure);
    const std::uint32_t group = disclosure - first_[i];
    const KeptRelease& release = *releases_[i];
    if (!release.weighted(group)) return nullptr;
    Cut& cut = cut_of[{i, release.node_of(group)}];
    if (release.promise.caps && cut.margin.empty()) {
      cut.caps = caps_on(*release.promise.caps, component.values);
    }
    cut.l = release.l;
    cut.stop = release.stop[release.node_of(group)];
    cut.margin.resize(values);
    return &cut;
  };
  for (std::size_t d = 0; d < component.disclosures.size(); ++d) {
    if (Cut* const cut = cut_at(component.disclosures[d])) {
      for (std::size_t v = 0; v < values; ++v) cut->margin[v] += component.margin(d, v);
    }
  }
  for (std::uint32_t c = 0; c < component.cells.size(); ++c) {
    for (const std::uint32_t d : component.inside[c]) {
      Cut* const cut = cut_at(component.disclosures[d]);
      if (cut == nullptr) continue;
      const KeptRelease& release = *releases_[release_of(component.disclosures[d])];
      const bool first = release.side[component.cells[c].front()] == 0;
      (first ? cut->first_size : cut->second_size) += static_cast<std::uint32_t>(component.size(c));
      if (first) cut->first.push_back(c);
    }
  }
  std::vector<Cut> cuts;
  for (auto& [node, cut] : cut_of) cuts.push_back(std::move(cut));
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
