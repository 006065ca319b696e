#pragma once

// A partition of the records that a table of counts stands for. The members of a group are rows,
// and counts[m] says how many of its row's records members[m] is.
//
//   rows 0 and 1 with 2 records each: {0 0 1 | 1}   ->   members {0, 1, 1}   counts {2, 1, 1}
//
// Memory: 12 bytes a member, 4 a group.

#include <cstdint>
#include <span>
#include <vector>

#include "overt/table/groups.h"

namespace overt {

struct CountedGroups {
  Groups groups;
  std::vector<std::uint64_t> counts;

  std::size_t size() const { return groups.size(); }
  std::span<const Record> rows(std::size_t group) const { return groups[group]; }
  std::span<const std::uint64_t> counts_of(std::size_t group) const {
    return {counts.data() + groups.offsets[group], counts.data() + groups.offsets[group + 1]};
  }
  // Appends a group. REQUIRES: not empty, counts of at least 1.
  void add(std::span<const Record> rows, std::span<const std::uint64_t> count_of) {
    counts.insert(counts.end(), count_of.begin(), count_of.end());
    groups.add(rows);
  }
  // The same with each row as often as it has records in the group; equal ones, if they stand side
  // by side, become one member.
  void add_records(std::span<const Record> records);
  // Whether no group is empty, and all records of each row, and no others, are in some group. O(N).
  bool is_partition_of(std::span<const std::uint64_t> row_counts) const;
};

// Groups of records as groups of the rows that they come from: row_of[r] of record r. A row is one
// member of a group. O(records log records of a group).
CountedGroups counted_groups(Groups groups, std::span<const Record> row_of);

}  // namespace overt
