#pragma once

// What comes of grouping a table by a method: the groups, or a reason why there are none, and
// what only the custodian may read.

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "overt/base/rational.h"
#include "overt/hierarchy/lattice.h"
#include "overt/joint/kept_release.h"
#include "overt/privacy/verdict.h"
#include "overt/table/counted_groups.h"
#include "overt/table/groups.h"

namespace overt {

// "Cannot be released safely" is a result. The reason of a refusal before a method is run is a
// function of the job and of the multiset of sensitive values alone. That a method refuses, as a
// strategy does, is information about the table, and so is a refusal because of earlier releases:
// it is to be kept.
struct Refusal {
  std::string reason;
  bool secret = false;    // that there is a refusal depends on who has which value
  bool together = false;  // because of earlier releases (release/predecessors.h)
};

// What the walk of a strategy asked about a step, and the answer.
struct StepVerdict {
  std::size_t step = 0;     // from 0
  LatticeNode levels;       // of the quasi-identifying columns
  bool disclosure = false;  // of the disclosure set; else of the permutation set: the groups alone
  Verdict verdict = Verdict::not_proven;
  Rational largest_share;  // of a value in a group of the step
};

// "step 2 (levels 1,1): permutation set holds".
std::string to_string(const StepVerdict& verdict);

struct GroupedTable {
  std::optional<Refusal> refusal;
  // What a strategy evaluated. It depends on the secret table: for the custodian, never
  // beside the release.
  std::vector<StepVerdict> path;
  Groups groups;  // when there is no refusal
  // Of a table of counts: of each member, which is a row, its records (table/counted_groups.h).
  std::vector<std::uint64_t> counts;
  joint::KeptRelease kept;  // then, and if asked for; without ids

  void take(CountedGroups of_counts) {
    groups = std::move(of_counts.groups);
    counts = std::move(of_counts.counts);
  }
};

}  // namespace overt
