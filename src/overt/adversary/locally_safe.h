#pragma once

// The streamliner's notions of safety (Liu and Wang 2012, section 1, the motivating
// example), by brute force. A partition is locally safe if the property holds of every one
// of its groups. But whoever knows that every partition of a set is locally safe knows
// something of the table: the *image* of the set, the tables for which they all are.
//
//   flu flu cold cold HIV, no share above 2/3:
//   all 9 locally safe partitions   ->   image of 2 tables, the last record has HIV in both
//   5 of them                       ->   image of all 10 tables that the paper draws
//
// A set is *globally safe* if the property holds of its image, and *strongly* so if
// it holds of what remains of the image once one of its partitions is released,
// whichever it is. Within such a set one may choose by any public utility. Neither
// implies the other: the first averages over all that the image holds, the second
// looks at the part that the table is in.
//
// Cost: tables * (distinct groups + partitions). For learning, and to check by what
// the algorithms of streamline/ promise.

#include <cstdint>
#include <span>
#include <vector>

#include "overt/base/progress.h"
#include "overt/privacy/property.h"
#include "overt/strategy/disclosure.h"
#include "overt/table/column.h"
#include "overt/table/groups.h"

namespace overt {

inline constexpr std::size_t kMostRecordsOfAllPartitions = 9;  // 21,147 partitions
inline constexpr std::size_t kMostRecordsOfAFamily = 100;
inline constexpr std::uint64_t kMostArrangements = 200'000;
inline constexpr std::size_t kTablesListed = 12;

// Throws Error{usage} for what is beyond these limits. `overall[v]`: how many records
// have the value v. `all_partitions`: none are given.
void check_family_size(std::span<const std::uint64_t> overall, bool all_partitions);

// Every partition of the records, first the one with a single group. Groups stand in
// the order of their first records.
std::vector<Groups> all_partitions(std::size_t records);

// Those of `partitions` that are locally safe for the table.
// REQUIRES, here and below: each is of all records, and check_family_size() passes.
std::vector<Groups> locally_safe_set(std::span<const Groups> partitions,
                                     std::span<const Code> table, Code values,
                                     const Property& property);

struct PartitionSafety {
  bool locally_safe = false;
  SetSummary left;  // of the image: the tables for which it shows what it shows of the table
};

struct FamilySafety {
  SetSummary image;
  std::vector<std::vector<Code>> tables;    // those of the image, if at most kTablesListed
  std::vector<PartitionSafety> partitions;  // as in the set

  bool locally_safe() const;
  // Both are false of a set that is not locally safe: then the true table is not in the
  // image. The second is false of an empty set, from which nothing can be released.
  bool globally_safe() const;
  bool strongly_globally_safe() const;
};

FamilySafety family_safety(std::span<const Groups> set, std::span<const Code> table, Code values,
                           const Property& property, Progress& progress);

}  // namespace overt
