#pragma once

// Releases a real table by a strategy: builds the sequence of generalizations from the
// public columns (the lattice of the hierarchies, or the steps or the chain of the job), walks it,
// and returns the groups of the step that is released.
//
// Only the groups may leave the house. The path, and the step at which the walk ended
// without a release, are functions of the secret table: `path` is for standard
// error and the custodian's own report.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "overt/base/progress.h"
#include "overt/base/random.h"
#include "overt/hierarchy/hierarchy.h"
#include "overt/hierarchy/lattice.h"
#include "overt/job/job.h"
#include "overt/privacy/property.h"
#include "overt/strategy/strategy.h"
#include "overt/table/column.h"
#include "overt/table/groups.h"

namespace overt {

// What the walk asked about a step, and the answer.
struct StepVerdict {
  std::size_t step = 0;     // from 0
  LatticeNode levels;       // of the quasi-identifying columns
  bool disclosure = false;  // of the disclosure set; else of the permutation set: the groups alone
  Verdict verdict = Verdict::not_proven;
  Rational largest_share;  // of a value in a group of the step
};

// "step 2 (levels 1,1): permutation set holds".
std::string to_string(const StepVerdict& verdict);

struct StrategyOutcome {
  std::optional<Groups> groups;
  std::size_t steps = 0;          // length of the sequence: public
  std::vector<StepVerdict> path;  // what was evaluated: custodian only
  Jumps jumps;                    // as they were drawn: secret
  std::vector<Groups> earlier;    // the steps before the released one, if asked for
};

// The sequence that a job asks for: the lattice in its order, its chain or its steps. Throws
// Error{usage} for levels and steps that do not fit the table, and for lattices of more
// than 10,000 nodes.
LatticeSequence job_sequence(const Job& job, const Table& table,
                             const std::map<std::string, Hierarchy>& hierarchies,
                             Progress& progress);

// The property is job.promise(). `keep` asks for the steps before the released one. Throws as
// job_sequence() does.
StrategyOutcome run_strategy(const Job& job, const Table& table, const Column& sensitive,
                             const std::map<std::string, Hierarchy>& hierarchies,
                             RandomSource& coins, Progress& progress, bool keep = false);

}  // namespace overt
