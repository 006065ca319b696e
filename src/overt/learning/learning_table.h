#pragma once

// What the adversary who learns works with: the public columns of everybody, who stands in which
// group, and how often each value occurs in the group. Who has which value is not in here: a model
// that is learnt from this type cannot have looked.
//
//   records 0 1 | 2 3, ages 30 60 | 31 62, values {flu, gout} | {flu, gout}
//     ->   the young have flu and the old have gout, or the other way round: 30 and 31 agree
//
// Columns are made coarse where a count for each of their codes and each value would be too much:
// ordered ones by quantiles, the others by putting their rarest codes together.
//
// Memory: 4 bytes a record and column, 8 bytes a group and value in it.

#include <cstdint>
#include <span>
#include <vector>

#include "overt/table/column.h"
#include "overt/table/groups.h"

namespace overt {

// A public column as it comes.
struct PublicColumn {
  std::span<const Code> codes;  // one a record
  Code domain = 0;
  bool ordered = false;  // codes that are close mean values that are close
};

struct GroupValue {
  Code value = 0;
  std::uint32_t count = 0;

  friend bool operator==(const GroupValue&, const GroupValue&) = default;
};

// How often each value occurs in each group.
struct GroupMultisets {
  std::vector<std::uint32_t> ends;  // group -> end of its values
  std::vector<GroupValue> values;

  friend bool operator==(const GroupMultisets&, const GroupMultisets&) = default;
};

// The multisets of these groups. REQUIRES: truth[r] < values.
GroupMultisets multisets_of(std::span<const Code> truth, Code values, const Groups& groups);

// INVARIANTS:
//   1. no group is empty; its values are distinct, rising, and their counts add up to its size.
//   2. features of a record are rising: those of column c are numbered behind those of c-1.
struct LearningTable {
  Code values = 0;                         // domain of the sensitive column
  std::size_t columns = 0;                 // features a record
  std::uint32_t features = 0;              // numbers of features there are
  std::vector<std::uint32_t> features_of;  // slot by slot, `columns` each
  std::vector<Record> record_of;    // slot -> record; the slots of a group follow each other,
                                    // those with equal features, too
  std::vector<std::uint32_t> ends;  // group -> end of its slots
  GroupMultisets multisets;

  std::size_t groups() const { return ends.size(); }
  std::size_t slots() const { return record_of.size(); }
  std::size_t first(std::size_t group) const { return group == 0 ? 0 : ends[group - 1]; }
  std::size_t size(std::size_t group) const { return ends[group] - first(group); }
  std::span<const std::uint32_t> features_at(std::size_t slot) const {
    return std::span(features_of).subspan(slot * columns, columns);
  }
  std::span<const GroupValue> values_of(std::size_t group) const {
    const std::size_t from = group == 0 ? 0 : multisets.ends[group - 1];
    return std::span(multisets.values).subspan(from, multisets.ends[group] - from);
  }
};

// REQUIRES: `groups` is a partition of the records, and the counts of each group add up to its
// size.
LearningTable learning_table(std::span<const PublicColumn> columns, Code values,
                             const Groups& groups, GroupMultisets multisets);

}  // namespace overt
