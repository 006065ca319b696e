#pragma once

// The adversary against one of our own methods (adversary/attack_method.h), on the small table
// of a job: its input, roles, method, tree, leaves, promise, weights and reading. Custodian only.

#include "overt/adversary/attack_method.h"
#include "overt/base/progress.h"
#include "overt/job/job.h"
#include "overt/table/storage.h"

namespace overt {

// Columns without a role are not read. Throws Error{usage} for what is missing, for a table that
// the method refuses, and for one that is too large.
MethodAttack attack_own_method(const ReleaseJob& job, Storage& storage, Progress& progress);

}  // namespace overt
