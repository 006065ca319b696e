#pragma once

// The custodian's report: what a release is worth, what an unprotected one would have given
// away, how a strategy came to its answer, and what would help after a refusal. All of it
// depends on the secret table, so every page of it says that it is not for release.
//
//   std::string page = custodian_report(job, result, findings);
//
// A pure function of its arguments; one below finds them first.

#include <filesystem>
#include <string>

#include "overt/assess/custodian_findings.h"
#include "overt/base/progress.h"
#include "overt/job/job.h"
#include "overt/release/draft.h"
#include "overt/table/storage.h"

namespace overt {

std::string custodian_report(const ReleaseJob& job, const ReleaseResult& result,
                             const CustodianFindings& findings);

// The same, with what is found now: `folder` is where the release stands, and not looked at for a
// refusal. Throws as custodian_findings() does.
std::string custodian_report(const ReleaseJob& job, const ReleaseResult& result,
                             const std::filesystem::path& folder, Storage& storage,
                             Progress& progress);

}  // namespace overt
