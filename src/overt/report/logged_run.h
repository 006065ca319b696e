#pragma once

// A run of a release as its log sees it (runlog/run_log.h): begun before the first coin is used,
// ended one way or another. The log is a file of the custodian, its key another one beside it,
// FILE.key; both are made when they are missing, for their owner alone.
//
//   LoggedRun log(job, options, storage);
//   if (auto why = log.begin(table)) .. it was run before: a refusal ..
//   log.released(certificate);          // or refused(), failed()

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "overt/job/job.h"
#include "overt/release/draft.h"
#include "overt/runlog/run_log.h"
#include "overt/table/column.h"
#include "overt/table/storage.h"

namespace overt {

struct LoggingOptions {
  std::string time;   // YYYY-MM-DDTHH:MM:SSZ
  std::string again;  // why a table that was run before is run again; empty: it is not
};

class LoggedRun {
 public:
  // REQUIRES: job.log is not empty.
  LoggedRun(const ReleaseJob& job, LoggingOptions options, Storage& storage)
      : job_(job), options_(std::move(options)), storage_(storage) {}

  // Writes that the run has begun, unless the table was run before and no reason is given: then
  // that somebody tried, and says why it is refused. Throws Error{malformed} for a log that is not
  // as runs have written it.
  // `counts`: of the rows of a table of counts (release/draft.h).
  std::optional<Refusal> begin(const Table& table, std::span<const std::uint64_t> counts);

  // How it ended, if it was begun. Nothing is thrown: what was released stands, whatever becomes of
  // its log, and where there is an error it is that one. If the log refuses the line, what the
  // custodian is to be told; empty if not. That the run was begun stands there, and counts.
  std::string released(std::string_view certificate);
  std::string refused(const Refusal& refusal);
  std::string failed(std::string_view reason);

 private:
  std::string end(std::string_view event, std::string_view reason, std::string_view certificate);
  void read_key();
  void append(const LogEntry& entry);
  Place place() const;

  const ReleaseJob& job_;
  LoggingOptions options_;
  Storage& storage_;
  LogKey key_;
  std::uint64_t run_ = 0;  // 0: not begun
};

// The file of a log's key.
std::string log_key_file(const std::string& log);

// A log as it stands. Throws Error{io} when it or its key cannot be read, Error{malformed} when a
// line is not as runs have written it.
RunLog read_run_log(const std::string& log, Storage& storage, Progress& progress);

}  // namespace overt
