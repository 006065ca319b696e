#pragma once

// The public tree of local recoding: how a set of records would be cut in two, from
// the quasi-identifying columns alone. It never sees a sensitive value, so everybody
// can compute it; which of its nodes are released is decided elsewhere (local.h).
//
//   ages 20 20 31 40 62   ->   the widest column is cut at the median: 20 20 | 31 40 62
//
// The column whose values spread widest over the node, relative to the whole table and
// times its weight, is cut between two neighbouring values so that the parts are as
// equal as can be; if that leaves a part too small, the next widest. Equal rows stay together:
// which of them came first in the file never decides. A column with a hierarchy is cut
// between children of the lowest node that covers all, so that labels stay low.
//
// Cost of a split: O(records * columns). Memory: 4 bytes a record and column.

#include <cstdint>
#include <span>
#include <vector>

#include "overt/local/walk_units.h"
#include "overt/table/groups.h"

namespace overt {

// A quasi-identifying column as the tree sees it: its values on a line.
struct SplitColumn {
  // Of each record, or row of a table of counts; below at.size().
  std::vector<std::uint32_t> place;
  // Where each place lies, never falling, times the weight: the spread of a node from place a
  // to place b is at[b] - at[a].
  std::vector<double> at;
  // With a hierarchy: for each level, the leaves first, the first place of the block of
  // places that a place belongs to; coarser from level to level, one block at the last.
  // The spread is then that of the lowest block that holds a and b.
  std::vector<std::vector<std::uint32_t>> blocks;
  // Whether a group shows the set of its values, so that any of them may stand together. Looked at
  // by the steered policy alone.
  bool sets = false;
};

// Cuts a set of records in two.
class Splitter {
 public:
  Splitter() = default;
  Splitter(const Splitter&) = delete;
  Splitter& operator=(const Splitter&) = delete;
  virtual ~Splitter() = default;

  // Puts the first part in front and says where it ends; 0 when there is no split. A function
  // of the set and of public things, not of the order in which it is given.
  virtual std::size_t split(std::span<Record> records) = 0;
};

struct PlaceExtent;  // public_cut.h

class PublicTree final : public Splitter {
 public:
  // Parts have at least `smallest` >= 1 records. `units`, if given: what is split are units of a
  // table of counts, whose rows the columns have; kept as a reference.
  PublicTree(std::vector<SplitColumn> columns, std::size_t smallest,
             const WalkUnits* units = nullptr);

  std::size_t split(std::span<Record> records) override;

 private:
  // Where the median of a node lies: its place, and the records before and at it.
  struct Median {
    std::uint32_t place;
    std::size_t below;
    std::size_t equal;
  };

  std::size_t cut(const PlaceExtent& extent, std::span<Record> records);
  Record row(Record unit) const { return units_ == nullptr ? unit : units_->row(unit); }
  std::size_t records_of(std::span<const Record> units) const {
    return units_ == nullptr ? units.size() : units_->records(units);
  }
  template <typename PlaceOf>
  Median median_of_records(std::span<const Record> records, const PlaceOf& place_of);
  template <typename PlaceOf>
  Median median_of_units(std::span<const Record> units, const PlaceOf& place_of) const;

  std::vector<SplitColumn> columns_;
  std::size_t smallest_;
  const WalkUnits* units_;
  std::vector<std::uint32_t> places_;  // scratch
};

}  // namespace overt
