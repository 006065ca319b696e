#pragma once

// Local recoding with veiled stops: the utility of Mondrian with the level `transparent`.
// Ours; docs/algorithms/local.md has the proof.
//
// Mondrian cuts a set of records in two, again and again, while both parts keep to 1/l. A
// set that it does not cut says that the cut would have failed, and so rules out
// every arrangement for which it would not: the adversary learns more than the group shows.
// Here a node stops with the probability pi (stop_probability.h) *before* its cut is tried,
// so that a node that was not cut may always be one that just stopped. pi is the smallest
// probability that keeps what they learn at 1/l; in large nodes it is nearly 0.
//
//   node, values a a b c | cut: a a / b c fails (l = 2), a b / a c does not. Without the
//   veil a node a a b c that was not cut would say: both a are on one side.
//
// Nothing else may be looked at: one cut a node, chosen from public columns; a second try
// after a failed one, or the number of veiled stops, give people away.
//
// Cost: O(records * columns) for each level of the tree, and the stop probabilities.

#include <cstdint>
#include <span>
#include <vector>

#include "overt/base/progress.h"
#include "overt/base/random.h"
#include "overt/base/ratio.h"
#include "overt/local/public_tree.h"
#include "overt/table/column.h"

namespace overt {

// How a released node would have been cut: what a later release of the same table must know
// of it (joint/kept_release.h).
struct LocalLeaf {
  std::uint32_t first = 0;  // its first members would have been the first part; 0: no cut
  Ratio pi;                 // the probability of the coin
};

// What happened on the walk: a function of the secret table, for the custodian alone.
struct LocalWalk {
  std::uint64_t nodes = 0;         // of the tree that were reached
  std::uint64_t possible = 0;      // of these, with a cut
  std::uint64_t veiled_stops = 0;  // and not cut by chance
  std::uint64_t failed_cuts = 0;   // or because a part would have broken the promise
  double sum_of_pi = 0;            // over the nodes with a cut
  std::vector<LocalLeaf> leaves;   // one a group
};

// `values[r]` is the value of record r, below `domain`. Adds to `walk` when there is one.
// REQUIRES: l >= 2 and no value has more than 1/l of the records.
Groups local(std::span<const Code> values, Code domain, Splitter& tree, std::uint32_t l,
             RandomSource& coins, Progress& progress, LocalWalk* walk = nullptr);

}  // namespace overt
