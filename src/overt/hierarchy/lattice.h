#pragma once

// The lattice of full-domain generalizations: one level for each quasi-identifying
// column, applied to all records. Records that fall into the same classes are a group.
// And sequences of them in an order of falling utility, which is decided from the
// public columns alone.
//
//   age 3 levels, sex 2   ->   6 nodes, from (0,0) to (2,1)
//
// Cost: O(N * columns) for the groups of a node.

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "overt/base/keyed_error.h"
#include "overt/base/progress.h"
#include "overt/hierarchy/levels.h"
#include "overt/table/column.h"
#include "overt/table/groups.h"

namespace overt {

// A level for each column.
using LatticeNode = std::vector<std::uint32_t>;

enum class UtilityOrder { dm, loss, average_group };

// Throws Error{usage} for a name that does not exist.
UtilityOrder parse_utility_order(std::string_view name);

class Lattice {
 public:
  // Keeps references to the columns. REQUIRES: as many columns as levels, at least one.
  Lattice(std::vector<const Column*> columns, std::vector<Levels> levels);

  // Number of nodes.
  std::uint64_t size() const;
  // All nodes, the levels of the last column changing fastest.
  std::vector<LatticeNode> nodes() const;
  // Throws KeyedError{usage} unless the node has a level that exists for each column; it is about
  // this entry of the key, ": entry 2" say.
  void check(const LatticeNode& node, Key key, std::string_view entry = "") const;

  // The groups of a node, by their first classes. With `least` > 1, records of smaller groups
  // are put together in one group (suppression): decided by sizes alone.
  Groups groups(const LatticeNode& node, std::uint64_t least = 1) const;

  // What the node loses, from 0 to 1: the mean over columns and records of the share of
  // other values that a record's class holds.
  double loss(const LatticeNode& node) const;

 private:
  std::vector<const Column*> columns_;
  std::vector<Levels> levels_;
};

struct LatticeSequence {
  std::vector<LatticeNode> nodes;
  std::vector<Groups> groups;
};

// All nodes, the most useful first; ties by the sum of levels, then by the levels, the
// first column first. Of nodes with the same groups the first stays. Nodes with a group
// of fewer than `smallest` records, that of the suppressed ones included, are left out:
// decided by sizes alone, like everything here.
LatticeSequence lattice_sequence(const Lattice& lattice, UtilityOrder order, std::uint64_t least,
                                 Progress& progress, std::uint64_t smallest = 1);

// These nodes in this order, but for the ones with a smaller group.
LatticeSequence given_sequence(const Lattice& lattice, std::vector<LatticeNode> nodes,
                               std::uint64_t least, std::uint64_t smallest = 1,
                               Progress& progress = unwatched());

}  // namespace overt
