#pragma once

// Runs a job: read, group, write, verify, and only then put in place.
//
//   Job job = ...;
//   auto coins = SecretRandom::from_system();
//   ReleaseResult result = release(job, options, *storage, coins, progress);
//
// Only three things leave the house: the released table, the certificate and
// the public report, each a function of the public columns, the released
// table and fresh coins. One job, one run, one publication: running again and
// choosing the result that one likes better voids the promise.

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "overt/base/progress.h"
#include "overt/base/random.h"
#include "overt/job/job.h"
#include "overt/release/group_table.h"
#include "overt/table/storage.h"
#include "overt/verify/certificate.h"
#include "overt/verify/released_files.h"

namespace overt {

struct ReleaseResult;

struct ReleaseOptions {
  bool force = false;  // replace an existing output folder
  std::string date;    // for the certificate, YYYY-MM-DD
  bool test = false;   // allow coins that are not secret
  // Told what is unfinished, the release and the file that is kept, and the empty path when all
  // is written and about to be put in place: for a caller that may end the process without
  // unwinding, which it must not do from then on.
  std::function<void(const std::filesystem::path&)> temporary_folder;
  // Sees the groups of the written files while they are read back to be verified, so that a
  // report does not have to read them again (report/release_survey.h); not owned.
  ReleaseVisitor* visitor = nullptr;
  // Makes the text of report.html from the finished, verified folder, which still has its
  // temporary name: a function of the files that stand there (report/public_report.h). The
  // result is for the certificate, which is one of them, and for the custodian's own report.
  // What it throws ends the release, and nothing is written. Without it there is no report.html.
  std::function<std::string(const std::filesystem::path&, const ReleaseResult&)> report;
};

struct ReleaseResult {
  std::optional<Refusal> refusal;
  // What a strategy evaluated, and the same as a line each. It depends on the secret table: for
  // the custodian, never beside the release.
  std::vector<StepVerdict> path;
  std::vector<std::string> custodian;
  Certificate certificate;  // when there is no refusal
};

// Throws Error for bad input, files and parameters; then and on a refusal
// nothing is written. Throws std::logic_error if the written files do not pass
// verification, which would be a defect of ours.
ReleaseResult release(const Job& job, const ReleaseOptions& options, Storage& storage,
                      RandomSource& coins, Progress& progress);

}  // namespace overt
