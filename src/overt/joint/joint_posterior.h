#pragma once

// What several releases of one table say together, exactly: the posterior of every record is
// proportional to the product of the likelihoods of all releases (likelihood.h), summed over
// the tables that agree with all of them.
//
//   Joint joint(releases, table, overall);
//   for (std::size_t c = 0; c < joint.components(); ++c) joint.posterior(c, limit, progress);
//
// Groups that share a record, directly or through others, or that are parts of one node with a cut,
// are a component; the weights of cuts stay inside a node, so components are independent. A walk
// looks at the whole table: with a strategy everything is one component. Where all tables are
// equally likely they are counted as `overt views` does (views/exact.h), else one by one
// (joint_tables.h).
//
// The secret table is looked at for the values in each group and nothing else: the result is a
// function of the releases.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "overt/base/progress.h"
#include "overt/base/rational.h"
#include "overt/joint/kept_release.h"
#include "overt/joint/unions.h"
#include "overt/views/component.h"

namespace overt::joint {

// Entries of count tables that may be visited, those of walks included.
inline constexpr std::uint64_t kJointLimit = 200'000'000;

// Records that nothing tells apart, and for each value how much speaks for it.
struct Posterior {
  Groups cells;
  std::vector<Integer> weights;  // [cell * values of the table + value]
};

class Joint {
 public:
  // Keeps the pointers and spans. `table[r]` is the value of record r; `overall[v]` records have
  // the value v. REQUIRES: at least one release; all of these records.
  Joint(Releases releases, std::span<const Code> table, std::span<const std::uint64_t> overall,
        Progress& progress);

  std::size_t components() const { return components_.size(); }
  // The groups of a release that are in a component.
  std::vector<std::uint32_t> groups_in(std::size_t component, std::size_t release) const;
  // Whether some walk ties everything together.
  bool walks() const { return walks_; }

  // Nothing when the work limit was reached.
  std::optional<Posterior> posterior(std::size_t component, std::uint64_t limit,
                                     Progress& progress) const;
  // Whether every table that agrees gives every record of the component's cells each value with
  // a share of at most `most`, or less if `strict`. Proven without counting; no answer where
  // tables are not equally likely.
  bool bounded(std::size_t component, const Rational& most, bool strict, Progress& progress) const;
  // The same of caps.
  bool bounded(std::size_t component, std::span<const PromisedCap> caps, Progress& progress) const;

 private:
  bool weighted(const views::Component& component) const;
  void join_nodes();
  std::size_t release_of(std::uint32_t disclosure) const;
  std::optional<Posterior> count(const views::Component& component, std::uint64_t limit,
                                 Progress& progress) const;
  std::optional<Posterior> enumerate(const views::Component& component, std::uint64_t limit,
                                     Progress& progress) const;

  Releases releases_;
  std::span<const std::uint64_t> overall_;
  bool walks_ = false;
  std::vector<std::uint32_t> first_;  // of each release: the number of its first group here
  std::vector<views::Component> components_;
};

}  // namespace overt::joint
