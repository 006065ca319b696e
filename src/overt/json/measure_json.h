#pragma once

// What `overt measure --json` prints: the utility of a release. Custodian only. Every key is on
// docs/verbs.md.

#include <string>

#include "overt/assess/measure.h"
#include "overt/utility/query_workload.h"

namespace overt {

std::string measure_json(const Measures& measures, const WorkloadOptions& workload);

}  // namespace overt
