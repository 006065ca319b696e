#pragma once

// The groups of a job: whatever the method, from the table in memory to a partition of
// its records, or to a reason why there is none. What release() writes and what
// compare() measures begins here.
//
//   GroupedTable grouped = group_table(job, table, hierarchies, coins, progress);
//   if (!grouped.refusal) .. grouped.groups ..

#include <cstdint>
#include <map>
#include <span>
#include <string>

#include "overt/base/progress.h"
#include "overt/base/random.h"
#include "overt/hierarchy/hierarchy.h"
#include "overt/job/job.h"
#include "overt/release/grouped_table.h"
#include "overt/table/column.h"
#include "overt/table/groups.h"

namespace overt {

struct GroupingOptions {
  bool keep = false;                // note what a later release must know
  const Groups* earlier = nullptr;  // for the method merge: the groups that are merged
  // Of a table of counts, how many records each row stands for. REQUIRES: groups_counts().
  std::span<const std::uint64_t> counts = {};
};

// Throws Error{usage} for parameters that do not fit the table. REQUIRES: job.check(), and
// the table and the hierarchies are the job's (job_table.h).
GroupedTable group_table(const ReleaseJob& job, const Table& table,
                         const std::map<std::string, Hierarchy>& hierarchies, RandomSource& coins,
                         Progress& progress, const GroupingOptions& options = {});

}  // namespace overt
