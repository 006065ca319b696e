#pragma once

// Kept releases of small tables for tests.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "overt/joint/joint_posterior.h"
#include "overt/joint/kept_release.h"
#include "overt/strategy/disclosure.h"
#include "overt/strategy/walk.h"

namespace overt::joint {

inline PropertySpec one_in(std::uint64_t l) { return highest_ratio_at_most(share(1, l)); }

inline std::vector<std::uint64_t> overall_of(const std::vector<Code>& table, Code values) {
  std::vector<std::uint64_t> overall(values, 0);
  for (const Code v : table) ++overall[v];
  return overall;
}

inline KeptRelease plain(std::string id, Groups groups, std::string method = "rda") {
  KeptRelease kept;
  kept.id = std::move(id);
  kept.method = std::move(method);
  kept.level = "transparent";
  kept.promise = one_in(2);
  kept.groups = std::move(groups);
  return kept;
}

// What the strategy releases for the table, if anything.
inline std::optional<KeptRelease> walked(std::string id, const std::vector<Groups>& steps,
                                         const std::string& name, const Jumps& jumps,
                                         const PropertySpec& promise,
                                         const std::vector<Code>& table, Code values) {
  const Sequence sequence(steps);
  const auto strategy = make_strategy(name, jumps, steps.size());
  const auto property = make_property(promise, overall_of(table, values));
  Disclosure disclosure(sequence, *strategy, *property, values);
  const auto step = walk(sequence, *strategy, disclosure, table, values).released;
  if (!step) return std::nullopt;
  KeptRelease kept = plain(std::move(id), steps[*step], "strategy");
  if (name == "naive") kept.level = "release";
  kept.promise = promise;
  kept.strategy = name;
  kept.jumps = jumps;
  kept.earlier.assign(steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(*step));
  return kept;
}

// [record][value], from all components; nothing when one is beyond the limit.
inline std::optional<std::vector<std::vector<Rational>>> posterior_of(
    const Releases& releases, const std::vector<Code>& table,
    const std::vector<std::uint64_t>& overall, std::uint64_t limit = kJointLimit) {
  Progress progress;
  const Joint joint(releases, table, overall, progress);
  const std::size_t values = overall.size();
  std::vector<std::vector<Rational>> result(table.size());
  for (std::size_t c = 0; c < joint.components(); ++c) {
    const auto part = joint.posterior(c, limit, progress);
    if (!part) return std::nullopt;
    for (std::size_t cell = 0; cell < part->cells.size(); ++cell) {
      const auto weights = std::span(part->weights).subspan(cell * values, values);
      Integer all = 0;
      for (const Integer& weight : weights) all += weight;
      std::vector<Rational> shares;
      for (const Integer& weight : weights) {
        shares.emplace_back(weight, all);
        shares.back().canonicalize();
      }
      for (const Record record : part->cells[cell]) result[record] = shares;
    }
  }
  return result;
}

}  // namespace overt::joint
