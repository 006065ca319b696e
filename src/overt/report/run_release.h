#pragma once

// A release as a user asks for it, whoever the user is: the coins that the job names, the release
// (release/draft.h), the page for whoever uses the data, and the custodian's own. The command line
// and Python call this, and add what they alone know: flags, arguments, how to show it.
//
//   RunOptions options;
//   options.date = "2024-05-06";
//   RunResult result = run_release(job, options, *storage, progress);

#include <cstdint>
#include <optional>

#include "overt/base/progress.h"
#include "overt/job/job.h"
#include "overt/release/draft.h"
#include "overt/report/logged_run.h"
#include "overt/report/public_figures.h"
#include "overt/sign/keys.h"
#include "overt/table/storage.h"

namespace overt {

struct RunOptions {
  bool force = false;    // replace an earlier release, and the custodian's files
  bool forcible = true;  // the user could ask for that
  std::string date;      // for the certificate, YYYY-MM-DD
  bool report = true;    // report.html; a release in memory gets it when it is saved
  // Coins that anybody can guess, for tests: a release made with them promises nothing, and its
  // level is `test`.
  std::optional<std::uint64_t> test_seed;
  // Signs the certificate, as part of the commit; not owned. What is made for a test is not signed.
  const SecretKey* signer = nullptr;
  std::string signer_file;                  // where the key lies: never replaced
  LoggingOptions logging;                   // for a job with a log
  std::optional<Elsewhere> elsewhere = {};  // records that stay where they are
};

struct RunResult : ReleaseResult {
  PublicFigures figures;  // of what was released, when there is a report
};

// Throws as draft_release() and custodian_findings() do; then nothing is written. Of a refusal the
// custodian's report is written, and nothing else.
RunResult run_release(const ReleaseJob& job, const RunOptions& options, Storage& storage,
                      Progress& progress);

}  // namespace overt
