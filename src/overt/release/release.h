#pragma once

// Runs a job: read, group, write, verify, and only then put in place.
//
//   Job job = ...;
//   auto coins = SecretRandom::from_system();
//   ReleaseResult result = release(job, options, *storage, coins, progress);
//
// Only three things leave the house: the released table, the certificate and
// (later) the public report, each a function of the public columns, the released
// table and fresh coins. One job, one run, one publication: running again and
// choosing the result that one likes better voids the promise.

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "overt/base/progress.h"
#include "overt/base/random.h"
#include "overt/release/job.h"
#include "overt/table/storage.h"
#include "overt/verify/certificate.h"

namespace overt {

struct ReleaseOptions {
  bool force = false;  // replace an existing output folder
  std::string date;    // for the certificate, YYYY-MM-DD
  bool test = false;   // allow coins that are not secret
  // Told what is unfinished, the release and the file that is kept, and the empty path when all
  // is written and about to be put in place: for a caller that may end the process without
  // unwinding, which it must not do from then on.
  std::function<void(const std::filesystem::path&)> temporary_folder;
};

// "Cannot be released safely" is a result. The reason of a refusal by local, rda, ria and gda is
// a function of the job and of the multiset of sensitive values alone. That a strategy
// refuses is information about the table, and so is a refusal because of earlier releases: it is
// to be kept.
struct Refusal {
  std::string reason;
};

struct ReleaseResult {
  std::optional<Refusal> refusal;
  // What a strategy evaluated, a line each. It depends on the secret table: for the
  // custodian, never beside the release.
  std::vector<std::string> custodian;
  Certificate certificate;  // when there is no refusal
};

// Throws Error for bad input, files and parameters; then and on a refusal
// nothing is written. Throws std::logic_error if the written files do not pass
// verification, which would be a defect of ours.
ReleaseResult release(const Job& job, const ReleaseOptions& options, Storage& storage,
                      RandomSource& coins, Progress& progress);

}  // namespace overt
