#pragma once

// What an optimal, unprotected full-domain release of a job's table would give away:
// naive over the lattice of its hierarchies in the order of the job, attacked by whoever
// knows that (adversary/attack_naive.h).
//
//   ReleaseJob job = ...;                      // as for a release; its own method does not matter
//   TableAttack result = attack_table(job, {}, *storage, coins, progress);
//   result.attack.worst_first()         // who is known best
//
// The result depends on the secret table: custodian only. Nothing is written.

#include <cstdint>
#include <string>
#include <vector>

#include "overt/adversary/attack_naive.h"
#include "overt/base/progress.h"
#include "overt/base/random.h"
#include "overt/hierarchy/lattice.h"
#include "overt/job/job.h"
#include "overt/privacy/property.h"
#include "overt/table/storage.h"

namespace overt {

struct TableAttack {
  NaiveAttack attack;
  PropertySpec property;               // what the release promised; without a name: caps
  std::string promise;                 // the same in words
  std::size_t steps = 0;               // length of the sequence
  LatticeNode node;                    // the levels that are released, by quasi-identifying column
  std::uint64_t groups = 0;            // of the released step
  std::vector<std::uint32_t> records;  // record -> its number in the input, from 0
};

// The job as naive would run it: without its method, form, min_group and output. Throws
// Error{usage} for what is missing or contradicts itself.
ReleaseJob naive_job(ReleaseJob job);

// Throws Error for bad input, files and parameters.
TableAttack attack_table(const ReleaseJob& job, const NaiveAttackOptions& options, Storage& storage,
                         RandomSource& coins, Progress& progress);

}  // namespace overt
