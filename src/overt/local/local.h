#pragma once

// Local recoding with veiled stops: the utility of Mondrian with the level `transparent`.
// Ours; docs/algorithms/local.md has the proof.
//
// Mondrian cuts a set of records in two, again and again, while both parts keep to 1/l. A
// set that it does not cut says that the cut would have failed, and so rules out
// every arrangement for which it would not: the adversary learns more than the group shows.
// Here a node stops with the probability pi *before* its cut is tried,
// so that a node that was not cut may always be one that just stopped. pi is the smallest
// probability that keeps what they learn at 1/l (stop_probability.h for a node that is published
// whole, slack_stop.h for one that is dealt into small groups); in large nodes it is nearly 0.
//
//   node, values a a b c | cut: a a / b c fails (l = 2), a b / a c does not. Without the
//   veil a node a a b c that was not cut would say: both a are on one side.
//
// What is done with which node is up to a policy (walk_policy.h), which may use all that
// is public by then: the multisets of nodes, and groups that were released. The walk here
// keeps the promise whatever the policy does.
//
// Cost: O(records * columns) for each level of the tree, and the stop probabilities.

#include <cstdint>
#include <span>
#include <vector>

#include "overt/base/progress.h"
#include "overt/base/random.h"
#include "overt/base/ratio.h"
#include "overt/local/caps.h"
#include "overt/local/public_tree.h"
#include "overt/local/walk_policy.h"
#include "overt/local/walk_units.h"
#include "overt/table/column.h"
#include "overt/table/counted_groups.h"

namespace overt {

// A node that was published, as one group or dealt into several: what a later release of the same
// table must know of it (joint/kept_release.h).
struct PublishedNode {
  bool cut = false;  // it has one, which was not made
  Ratio pi;          // the probability of the coin
};

// What happened on the walk: a function of the secret table, for the custodian alone.
struct LocalWalk {
  std::uint64_t nodes = 0;         // that were reached
  std::uint64_t possible = 0;      // of these, with a cut
  std::uint64_t veiled_stops = 0;  // and not cut by chance
  std::uint64_t failed_cuts = 0;   // or because a part would have broken the promise
  std::uint64_t drawn = 0;         // nodes of which a part was drawn
  std::uint64_t dealt = 0;         // nodes that became several groups
  double sum_of_pi = 0;            // over the nodes with a cut
  std::vector<PublishedNode> published;
  std::vector<std::uint32_t> node;  // of each group: the published node that it is a part of
  std::vector<std::uint8_t> side;   // of each record: 1 in the second part of its node's cut
};

// `values[r]` is the value of record r, below `domain`. Adds to `walk` when there is one.
// REQUIRES: the whole table keeps the caps.
Groups local(std::span<const Code> values, Code domain, WalkPolicy& policy, const Caps& caps,
             RandomSource& coins, Progress& progress, LocalWalk* walk = nullptr);

// The same of a table of counts: values[r] is the value of row r, and `units` has as many as there
// are rows. Groups are distributed as they are for the records that the rows stand for, if the
// policy does with units what it does with records. REQUIRES: units.counted().
//
// Memory: O(rows and members of groups), and O(records) of the largest node that is dealt; one of
// more than kMostDealt records (stages/blind_plan.h) is published whole.
CountedGroups local(std::span<const Code> values, Code domain, WalkUnits& units, WalkPolicy& policy,
                    const Caps& caps, RandomSource& coins, Progress& progress);

// The plain policy, caps of 1/l.
Groups local(std::span<const Code> values, Code domain, Splitter& tree, std::uint32_t l,
             RandomSource& coins, Progress& progress, LocalWalk* walk = nullptr);

}  // namespace overt
