#pragma once

// All measures of the groups of a table, in one pass over the groups.

#include "overt/assess/check.h"
#include "overt/privacy/distribution.h"

namespace overt {

// `domain`: how many sensitive values the table has. REQUIRES: some group;
// options.recursive_l >= 2.
CheckResult check_groups(const GroupDistributions& groups, Code domain, const CheckOptions& options,
                         Progress& progress);

}  // namespace overt
