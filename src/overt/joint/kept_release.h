#pragma once

// A release as a later one of the same table must know it: how likely it was for every table
// that could be the secret one. Only the custodian has this; it says who stands in which
// group.
//
// The likelihood of a release for a table that does not agree with its groups is 0. Of the
// others it is
//
//   rda, ria, merge   the same for all
//   strategy          1 for those on which the walk ends at this step, 0 for the others: the
//                     groups of the steps before it are needed to walk
//   local             a product over the nodes that could have been cut: 1 where the cut
//                     fails, the stop probability where it does not; so the two sides of that
//                     cut and the probability are needed. A node is a group, or was dealt into
//                     several of them, by coins that no table makes likelier than another.
//
// Of local recoding that is steered, which groups were one node is not public. The likelihood is
// that of the release with all its nodes, as if everybody were told: that is more than anybody
// knows.
//
// docs/concepts/several_releases.md derives it. Release methods without such a likelihood
// (gda, families merged by min_group) are not kept.

#include <cstdint>
#include <string>
#include <vector>

#include "overt/base/rational.h"
#include "overt/joint/kept_promise.h"
#include "overt/strategy/strategy.h"
#include "overt/table/groups.h"

namespace overt::joint {

struct KeptRelease {
  std::string name;                // of its file, for messages
  std::string id;                  // random: says nothing but which release it is
  std::vector<std::string> after;  // ids of the releases that it was checked against
  std::string method;
  std::string level;
  KeptPromise promise;
  Groups groups;

  // local
  // A cut is good if no value has more than 1/l of a part; or, if caps are promised, if both parts
  // keep them.
  std::uint32_t l = 0;
  std::vector<std::uint8_t> side;   // of each record: 0 or 1; empty for other methods
  std::vector<std::uint32_t> node;  // of each group; empty: each group is a node of its own
  std::vector<Rational> stop;       // of each node; 1 for one without a cut: then all is the same

  // strategy
  std::string strategy;
  Jumps jumps;                  // of k_jump as they were drawn; one, or one for each step
  std::vector<Groups> earlier;  // the steps before the released one

  std::size_t records() const { return groups.records(); }
  // Whether a table can be less likely than another one that agrees with the groups as well,
  // because of the walk.
  bool walks() const { return !earlier.empty(); }
  // The same because of the cut of this group's node.
  bool weighted(std::size_t group) const { return !stop.empty() && stop[node_of(group)] < 1; }
  std::size_t node_of(std::size_t group) const { return node.empty() ? group : node[group]; }
};

}  // namespace overt::joint
