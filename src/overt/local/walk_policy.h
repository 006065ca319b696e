#pragma once

// What steers the walk of local recoding (local.h): a policy, which says for every state what
// is done next. **Any** policy is safe, and this type is why: it sees the state and public
// things, never a sensitive value of a record.
//
// The *state* is the nodes that stand, open or released, each a set of records with its multiset.
// A policy may look at all of it, at public columns and at coins. It cannot look at
//
//   1. how the values are arranged inside a node or group,
//   2. why a node stopped: by its veil or because its cut failed,
//   3. cuts that failed; a node is tested once, and one that stopped is never touched again.
//
// Each of them, looked at, gives people away up to certainty (docs/algorithms/local.md). Whoever
// writes a policy keeps three rules that no type can keep: it is a function of what it is shown
// (no clock, no thread count); sums of floating point numbers run over records in an order that
// is public, since rounding depends on the order; and records with equal rows stay together in a
// cut, since which of them came first in the file is nobody's business.

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "overt/local/caps.h"

namespace overt {

struct OpenNode {
  // In an order that is public; a cut may change it. Of a table of counts, units (walk_units.h).
  std::span<Record> records;
  Multiset values;
  std::uint64_t mark = 0;           // what the policy wrote on the action that it comes from
  std::shared_ptr<void> held = {};  // what `records` points to, if the node was drawn

  std::uint64_t size() const { return size_of(values); }  // records
};

struct WalkAction {
  enum class Kind {
    finish,  // the node becomes a group
    deal,    // it is dealt into `groups` groups: a blind stage, so no test and no veil
    draw,    // `drawn` is drawn from it by secret coins; that and the rest are open nodes
    cut,     // its first `first` records (or units) and the others become open nodes, if both keep
          // the caps; else, or with the probability of its veil, it is dealt into `groups` groups
  };
  Kind kind = Kind::finish;
  std::size_t node = 0;  // of the open ones
  std::uint32_t first = 0;
  std::uint32_t groups = 1;
  Multiset drawn = {};
  std::uint64_t mark = 0;  // for the nodes that it leaves open
};

class WalkPolicy {
 public:
  WalkPolicy() = default;
  WalkPolicy(const WalkPolicy&) = delete;
  WalkPolicy& operator=(const WalkPolicy&) = delete;
  virtual ~WalkPolicy() = default;

  // There is at least one open node; the last one is the newest. May reorder its records.
  virtual WalkAction next(std::span<OpenNode> open) = 0;
  // Called with every group that is released: rows of the table, each with so many records; with no
  // counts each is one.
  virtual void released(std::span<const Record> /*rows*/, std::span<const std::uint64_t> /*counts*/,
                        const Multiset& /*values*/) {}
};

}  // namespace overt
