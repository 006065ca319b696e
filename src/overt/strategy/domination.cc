#include "overt/strategy/domination.h"

#include <algorithm>
#include <cmath>
#include <numeric>

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

Domination::Domination(const Sequence& sequence, const Property& property, Code values)
    : sequence_(sequence),
      property_(property),
      values_(values),
      tails_(sequence.records()),
      nested_(sequence.size(), true) {
  for (std::size_t step = 1; step < sequence.size(); ++step) {
    nested_[step] = nested_[step - 1] && refines(sequence[step - 1], sequence[step]);
  }
}

double Domination::earlier_holds(std::size_t step, const View& view, std::size_t earlier) const {
  const Groups& released = sequence_[step];
  const Groups& groups = sequence_[earlier];
  // Most steps of a lattice have a group so small that it is never good.
  for (std::size_t k = 0; k < groups.size(); ++k) {
    if (property_.largest_count(groups[k].size()) == 0U) return 0;
  }
  const auto linked = overlaps(released, groups);
  const auto component = components(released.size(), linked);
  std::vector<double> best(released.size(), 1.0);  // component -> all its groups are good
  std::vector<Draw> draws;
  for (std::size_t k = 0; k < groups.size(); ++k) {
    const auto cap = property_.largest_count(groups[k].size());
    if (!cap) continue;
    std::uint64_t room = 0;  // records that the values can take without breaking the cap
    double& here = best[component[linked[k].front().group]];
    for (Code v = 0; v < values_; ++v) {
      draws.clear();
      std::uint64_t most = 0;
      for (const Overlap& overlap : linked[k]) {
        const std::uint32_t marked = view[overlap.group][v];
        if (marked == 0) continue;
        draws.push_back(
            {static_cast<std::uint32_t>(released[overlap.group].size()), marked, overlap.records});
        most += std::min(marked, overlap.records);
      }
      room += std::min(most, *cap);
      if (most > *cap) here = std::min(here, tails_.at_most(draws, *cap));
    }
    if (room < groups[k].size()) return 0;  // this group is never good
  }
  double log_all = 0;
  for (std::uint32_t h = 0; h < released.size(); ++h) {
    if (component[h] == h) log_all += std::log(best[h]);
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
  if (!property_.ratio() || eps >= 1) return false;
  if (eps == 0) return true;                                       // ds = per
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
