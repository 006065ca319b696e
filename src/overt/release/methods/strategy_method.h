#pragma once

// The sequence of generalizations that a job asks a strategy to walk: the lattice of the
// hierarchies, or the steps or the chain of the job. Public; strategy_method.cc walks it.

#include <map>
#include <string>

#include "overt/base/progress.h"
#include "overt/hierarchy/hierarchy.h"
#include "overt/hierarchy/lattice.h"
#include "overt/job/job.h"
#include "overt/table/column.h"

namespace overt {

// Throws Error{usage} for levels and steps that do not fit the table, and for lattices of more
// than 10,000 nodes.
LatticeSequence job_sequence(const ReleaseJob& job, const Table& table,
                             const std::map<std::string, Hierarchy>& hierarchies,
                             Progress& progress);

}  // namespace overt
