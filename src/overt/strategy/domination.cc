#include "overt/strategy/domination.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <span>

namespace overt {
namespace {

// One group K of the earlier step: how many of its records lie in which group of the
// released one.
struct Overlap {
  std::uint32_t group;
  std::uint32_t records;
};

std::vector<std::vector<Overlap>> overlaps(const Groups& released, const Groups& earlier) {
  std::vector<std::uint32_t> group_of(released.records());
  for (std::uint32_t h = 0; h < released.size(); ++h) {
    for (const Record record : released[h]) group_of[record] = h;
  }
  std::vector<std::vector<Overlap>> result(earlier.size());
  std::vector<std::uint32_t> count(released.size(), 0);
  for (std::size_t k = 0; k < earlier.size(); ++k) {
    for (const Record record : earlier[k]) ++count[group_of[record]];
    for (const Record record : earlier[k]) {
      std::uint32_t& here = count[group_of[record]];
      if (here > 0) result[k].push_back({group_of[record], here});
      here = 0;
    }
  }
  return result;
}

// Groups of the released step that some group of the earlier one links.
std::vector<std::uint32_t> components(std::size_t released,
                                      const std::vector<std::vector<Overlap>>& linked) {
  std::vector<std::uint32_t> parent(released);
  std::iota(parent.begin(), parent.end(), 0U);
  const auto root = [&](std::uint32_t h) {
    while (parent[h] != h) h = parent[h] = parent[parent[h]];
    return h;
  };
  for (const auto& group : linked) {
    for (const Overlap& overlap : group) parent[root(overlap.group)] = root(group.front().group);
  }
  std::vector<std::uint32_t> result(released);
  for (std::uint32_t h = 0; h < released; ++h) result[h] = root(h);
  return result;
}

}  // namespace

Domination::Domination(const Sequence& sequence, const Property& property, Code values,
                       Progress& progress)
    : sequence_(sequence),
      property_(property),
      values_(values),
      progress_(progress),
      tails_(sequence.records()),
      nested_(sequence.size(), true) {
  for (std::size_t step = 1; step < sequence.size(); ++step) {
    progress.check();
    nested_[step] = nested_[step - 1] && refines(sequence[step - 1], sequence[step]);
  }
}

// Whether a group is too small, whatever values of the table it has: so are most steps of
// a lattice, and nothing else need be looked at.
bool Domination::some_size_fails(const Groups& groups, const View& view) const {
  std::vector<std::uint64_t> total(values_, 0);
  for (std::size_t g = 0; g < view.groups(); ++g) {
    for (Code v = 0; v < values_; ++v) total[v] += view[g][v];
  }
  std::set<std::uint64_t> sizes;
  for (std::size_t k = 0; k < groups.size(); ++k) sizes.insert(groups[k].size());
  std::vector<Property::Limits> limits(values_);
  return std::any_of(sizes.begin(), sizes.end(), [&](std::uint64_t size) {
    for (Code v = 0; v < values_; ++v) limits[v].most = std::min(size, total[v]);
    return !property_.can_pass(size, limits);
  });
}

// The most records of the value in a group of this size that passes. Which value does not
// matter to properties that do not name them.
std::uint64_t Domination::cap(std::uint64_t size, Code value) const {
  if (const auto known = property_.largest_count(size)) return *known;
  if (!property_.names_values()) value = 0;
  const auto found = caps_.find({size, value});
  if (found != caps_.end()) return found->second;
  std::vector<Property::Limits> limits(values_, {0, size});
  std::uint64_t passes = 0;
  for (std::uint64_t fails = size + 1; fails - passes > 1;) {
    limits[value].least = passes + (fails - passes) / 2;
    (property_.can_pass(size, limits) ? passes : fails) = limits[value].least;
  }
  return caps_[{size, value}] = passes;
}

double Domination::earlier_holds(std::size_t step, const View& view, std::size_t earlier) const {
  const Groups& released = sequence_[step];
  const Groups& groups = sequence_[earlier];
  if (some_size_fails(groups, view)) return 0;
  const auto linked = overlaps(released, groups);
  // How many records of a value a group can have, from the groups that it meets.
  std::vector<Property::Limits> limits(groups.size() * values_);
  for (std::size_t k = 0; k < groups.size(); ++k) {
    progress_.check();
    const auto own = std::span(limits).subspan(k * values_, values_);
    for (const Overlap& overlap : linked[k]) {
      const auto others =
          static_cast<std::uint32_t>(released[overlap.group].size()) - overlap.records;
      for (Code v = 0; v < values_; ++v) {
        const std::uint32_t marked = view[overlap.group][v];
        own[v].least += marked - std::min(marked, others);
        own[v].most += std::min(marked, overlap.records);
      }
    }
    if (!property_.can_pass(groups[k].size(), own)) return 0;
  }
  const auto component = components(released.size(), linked);
  // component, value -> how many more there are than the groups can have and be good
  std::vector<std::int64_t> homeless(view.counts.begin(), view.counts.end());
  for (std::uint32_t h = 0; h < released.size(); ++h) {
    for (Code v = 0; v < values_ && component[h] != h; ++v) {
      homeless[component[h] * values_ + v] += view[h][v];
    }
  }
  std::vector<double> best(released.size(), 1.0);  // component -> all its groups are good
  std::vector<Draw> draws;
  for (std::size_t k = 0; k < groups.size(); ++k) {
    const std::uint32_t where = component[linked[k].front().group];
    for (Code v = 0; v < values_; ++v) {
      const std::uint64_t most = limits[k * values_ + v].most;
      if (most == 0) continue;
      const std::uint64_t own = cap(groups[k].size(), v);
      homeless[where * values_ + v] -= static_cast<std::int64_t>(std::min(most, own));
      if (most <= own) continue;
      progress_.check();
      draws.clear();
      for (const Overlap& overlap : linked[k]) {
        const std::uint32_t marked = view[overlap.group][v];
        if (marked == 0) continue;
        draws.push_back(
            {static_cast<std::uint32_t>(released[overlap.group].size()), marked, overlap.records});
      }
      best[where] = std::min(best[where], tails_.at_most(draws, own));
    }
  }
  double log_all = 0;
  for (std::uint32_t h = 0; h < released.size(); ++h) {
    if (component[h] != h) continue;
    for (Code v = 0; v < values_; ++v) {
      if (homeless[h * values_ + v] > 0) return 0;
    }
    log_all += std::log(best[h]);
  }
  // Rounding of the logarithms and of their sum, outward; and however unlikely, it is
  // possible: 0 is for what is not.
  return std::clamp(std::exp(log_all * (1 - 1e-9)) * (1 + 1e-9), 1e-300, 1.0);
}

double Domination::ruled_out(std::size_t step, const View& view) const {
  double eps = 0;
  for (std::size_t j = 0; j < step && eps < 1; ++j) eps += earlier_holds(step, view, j);
  return std::min(1.0, eps * (1 + 1e-9));
}

bool Domination::holds(std::size_t step, const View& view, double eps) const {
  if (eps >= 1) return false;
  if (eps == 0) return true;  // ds = per
  if (!property_.ratio()) {
    // Rounded up to a short number: what is computed with it stays short.
    Rational most(Integer(std::ceil(std::ldexp(eps, 60))), Integer(1) << 60);
    most.canonicalize();
    std::set<std::vector<std::uint32_t>> seen;
    for (std::size_t g = 0; g < view.groups(); ++g) {
      std::vector<std::uint32_t> counts(view[g].begin(), view[g].end());
      if (!property_.names_values()) std::sort(counts.begin(), counts.end());
      progress_.check();
      const std::vector<Integer> weights(counts.begin(), counts.end());
      if (seen.insert(std::move(counts)).second && !property_.holds_without(weights, most)) {
        return false;
      }
    }
    return true;
  }
  const Rational kept = *property_.ratio() * (1 - Rational(eps));  // a double is a rational
  for (std::size_t g = 0; g < view.groups(); ++g) {
    const std::uint64_t size = sequence_[step][g].size();
    for (const std::uint32_t count : view[g]) {
      const Rational own = share(count, size);
      if (own < kept || (nested_[step] && own == *property_.ratio())) continue;
      return false;
    }
  }
  return true;
}

}  // namespace overt
