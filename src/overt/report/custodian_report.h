#pragma once

// The custodian's report: what a release is worth, what an unprotected one would have given
// away, how a strategy came to its answer, and what would help after a refusal. All of it
// depends on the secret table, so every page of it says that it is not for release.
//
//   std::string page = custodian_report(job, result, findings);
//
// A pure function of its arguments.

#include <string>

#include "overt/assess/custodian_findings.h"
#include "overt/job/job.h"
#include "overt/release/draft.h"

namespace overt {

std::string custodian_report(const ReleaseJob& job, const ReleaseResult& result,
                             const CustodianFindings& findings);

}  // namespace overt
