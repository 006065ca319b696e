#pragma once

// The groups of a job: whatever the method, from the table in memory to a partition of
// its records, or to a reason why there is none. What release() writes and what
// compare() measures begins here.
//
//   GroupedTable grouped = group_table(job, table, hierarchies, coins, progress);
//   if (!grouped.refusal) .. grouped.groups ..

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "overt/base/progress.h"
#include "overt/base/random.h"
#include "overt/hierarchy/hierarchy.h"
#include "overt/job/job.h"
#include "overt/joint/kept_release.h"
#include "overt/release/methods/strategy_method.h"
#include "overt/table/column.h"
#include "overt/table/groups.h"

namespace overt {

// "Cannot be released safely" is a result. The reason of a refusal by local, rda, ria and gda is
// a function of the job and of the multiset of sensitive values alone. That a strategy
// refuses is information about the table, and so is a refusal because of earlier releases: it is
// to be kept.
struct Refusal {
  std::string reason;
  bool secret = false;    // that there is a refusal depends on who has which value
  bool together = false;  // because of earlier releases (release/predecessors.h)
};

struct GroupedTable {
  std::optional<Refusal> refusal;
  // What a strategy evaluated. It depends on the secret table: for the custodian, never
  // beside the release.
  std::vector<StepVerdict> path;
  Groups groups;            // when there is no refusal
  joint::KeptRelease kept;  // then, and if asked for; without ids
};

struct GroupingOptions {
  bool keep = false;                // note what a later release must know
  const Groups* earlier = nullptr;  // for the method merge: the groups that are merged
};

// Throws Error{usage} for parameters that do not fit the table. REQUIRES: job.check(), and
// the table and the hierarchies are the job's (job_table.h).
GroupedTable group_table(const Job& job, const Table& table,
                         const std::map<std::string, Hierarchy>& hierarchies, RandomSource& coins,
                         Progress& progress, const GroupingOptions& options = {});

}  // namespace overt
