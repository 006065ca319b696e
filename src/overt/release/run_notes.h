#pragma once

// "One job, one run, one publication": what has been run is noted in a file for the custodian
// alone, so that a second run of the same job is a deliberate act and no accident. Whoever runs a
// job again and chooses the result, or publishes both, has another promise than the certificate
// says.
//
//   overt-custodian/runs.txt
//   2024-05-06 release 9f86d081884c7d65..      day, folder, SHA-256 of the job
//
// The job is what decides on the release: table, roles, promise, method. Where it is written to,
// and what the custodian keeps, does not make another job of it. Texts in, texts out: whoever asks
// has the file.

#include <optional>
#include <string>

#include "overt/job/job.h"

namespace overt {

// Beside the folders of releases; for its owner alone.
inline constexpr const char* kCustodianFolder = "overt-custodian";
inline constexpr const char* kRunNotes = "overt-custodian/runs.txt";

struct RunNote {
  std::string date;
  std::string output;
};

// The last run of this job that is noted.
std::optional<RunNote> last_run(const std::string& notes, const ReleaseJob& job);

// The notes with one more run.
std::string with_run(const std::string& notes, const ReleaseJob& job, const std::string& date);

}  // namespace overt
