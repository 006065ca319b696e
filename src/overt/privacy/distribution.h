#pragma once

// How often each sensitive value occurs: in a group, and in the whole table. The
// classical measures are functions of these counts alone.
//
//   table  flu flu flu cold cold ulcer   ->   counts {2, 3, 1} of cold, flu, ulcer
//   group  flu flu ulcer                 ->   values {1, 2}  counts {2, 1}  records 3
//
// Values are codes in sorted order (table/column.h); a missing value is a value
// of its own and comes last.

#include <cstdint>
#include <span>
#include <vector>

#include "overt/base/ratio.h"
#include "overt/table/column.h"

namespace overt {

// The sensitive values of one group: those that occur, ascending, and how often.
struct Distribution {
  std::span<const Code> values;
  std::span<const std::uint64_t> counts;  // positive, one for each value
  std::uint64_t records = 0;              // their sum
};

// The distributions of all groups of a table, one after another.
// INVARIANT: at most kMostRecords (table/counted_source.h), so that a product of two counts and a
// number of values fits into 128 bits.
class GroupDistributions {
 public:
  // Counts the values of a partition: record r is in group group_of[r] and has
  // the value values[r]. Every group below `groups` has a record. O(records).
  static GroupDistributions of(std::span<const std::uint32_t> group_of, std::uint32_t groups,
                               std::span<const Code> values, Code domain);
  // The same of rows that stand for counts[r] records each. O(rows).
  static GroupDistributions of(std::span<const std::uint32_t> group_of, std::uint32_t groups,
                               std::span<const Code> values, Code domain,
                               std::span<const std::uint64_t> counts);

  // Appends a group. REQUIRES: values ascending, counts positive.
  void add(std::span<const Code> values, std::span<const std::uint64_t> counts);

  std::size_t size() const { return ends_.size() - 1; }
  Distribution operator[](std::size_t group) const;

 private:
  std::vector<std::size_t> ends_ = {0};  // of group g: ends_[g + 1]
  std::vector<std::uint64_t> records_;
  std::vector<Code> values_;
  std::vector<std::uint64_t> counts_;
};

// The sensitive values of the whole table: counts[v] of value v, all positive.
struct TableDistribution {
  TableDistribution(const GroupDistributions& groups, Code domain);

  std::vector<std::uint64_t> counts;
  std::vector<std::uint64_t> cumulative;  // records with a value <= v
  std::vector<Wide> area;                 // sum of cumulative[0 .. v-1]; one longer
  std::uint64_t records = 0;

  std::size_t values() const { return counts.size(); }
};

}  // namespace overt
