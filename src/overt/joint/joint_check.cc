#include "overt/joint/joint_check.h"

#include <algorithm>
#include <memory>

namespace overt::joint {
namespace {

// Entries of all margins: beyond, the table is too large to look at them.
constexpr std::uint64_t kMostMargins = 400'000'000;

Verdict test(const Posterior& posterior, const Property& property, std::size_t values) {
  Verdict result = Verdict::holds;
  for (std::size_t c = 0; c < posterior.cells.size(); ++c) {
    const auto weights = std::span(posterior.weights).subspan(c * values, values);
    // No table for which all releases are possible: a file does not say what was released.
    if (std::all_of(weights.begin(), weights.end(), [](const Integer& w) { return w == 0; })) {
      return Verdict::not_proven;
    }
    const Verdict own = property.test(weights);
    if (own == Verdict::fails) return own;
    if (own == Verdict::not_proven) result = own;
  }
  return result;
}

// Whether one release alone matters in the component, and keeps the promise.
bool proven_inside(const Unions& unions, const Releases& releases, const Joint& joint,
                   std::size_t component, const KeptPromise& promise, std::size_t values) {
  for (std::size_t by = 0; by < releases.size(); ++by) {
    if (releases[by]->level != "transparent") continue;
    if (!at_least_as_strong(releases[by]->promise, promise, values)) continue;
    const std::vector<std::uint32_t> groups = joint.groups_in(component, by);
    bool others = true;
    for (std::size_t one = 0; one < releases.size() && others; ++one) {
      others = one == by || unions.follows(one, by, groups);
    }
    if (others) return true;
  }
  return false;
}

bool bounded(const Joint& joint, std::size_t component, const KeptPromise& promise,
             Progress& progress) {
  if (promise.caps) return joint.bounded(component, *promise.caps, progress);
  const PropertySpec& own = promise.property;
  return (own.max && joint.bounded(component, *own.max, false, progress)) ||
         (own.below && joint.bounded(component, *own.below, true, progress));
}

Verdict check_component(const Unions& unions, const Releases& releases, const Joint& joint,
                        std::size_t component, const KeptPromise& promise, const Property& property,
                        std::size_t values, std::uint64_t limit, Progress& progress) {
  if (!joint.walks() && proven_inside(unions, releases, joint, component, promise, values)) {
    return Verdict::holds;
  }
  if (bounded(joint, component, promise, progress)) return Verdict::holds;
  const auto posterior = joint.posterior(component, limit, progress);
  return posterior ? test(*posterior, property, values) : Verdict::not_proven;
}

}  // namespace

Verdict check_together(const Releases& all, std::span<const Code> table,
                       std::span<const std::uint64_t> overall, const KeptPromise& promise,
                       Progress& progress, std::uint64_t limit) {
  Releases releases;
  {
    const Unions unions(all);
    const std::vector<std::size_t> left = unions.independent();
    if (unions.proven(left, promise, overall.size())) return Verdict::holds;
    for (const std::size_t i : left) releases.push_back(all[i]);
  }
  std::uint64_t margins = 0;
  for (const KeptRelease* release : releases) margins += release->groups.size() * overall.size();
  if (margins > kMostMargins) return Verdict::not_proven;

  const Unions unions(releases);
  const Joint joint(releases, table, overall, progress);
  const auto property = make_property(promise, overall);
  progress.begin("checking against earlier releases", joint.components());
  for (std::size_t c = 0; c < joint.components(); ++c) {
    progress.advance(c);
    const Verdict own = check_component(unions, releases, joint, c, promise, *property,
                                        overall.size(), limit, progress);
    if (own != Verdict::holds) return own;
  }
  return Verdict::holds;
}

}  // namespace overt::joint
