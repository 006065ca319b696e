#pragma once

// The run log: every run of a release, on which table, when, by which job, and how it ended. For
// the custodian alone. One job, one run, one publication: whoever runs again and chooses voids the
// guarantee, so a table that was run before is not run again without a reason that stays in the
// log.
//
// Two lines of JSON for a run. The first stands in the file, and on the disk, before the first coin
// is used: a run that is killed after that counts.
//
//   {"run":1,"event":"begun","time":"..","program":"0.1.0","records":"..","values":"..","job":"..",
//    "chain":".."}
//   {"run":1,"event":"released","time":"..","certificate":"..","chain":".."}
//
// `chain` is a keyed hash (log_key.h) of the line without it and of the chain of the line before:
// who changes, removes or adds a line in the middle breaks it, who has not the key cannot mend it.
// What it cannot show is that the last lines are gone: note the head somewhere else (overt log
// check prints it).

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "overt/runlog/fingerprint.h"
#include "overt/runlog/log_key.h"

namespace overt {

// How a run ended.
namespace log_event {
inline constexpr std::string_view kBegun = "begun";
inline constexpr std::string_view kReleased = "released";
inline constexpr std::string_view kRefused = "refused";  // for a reason that depends on the secret
inline constexpr std::string_view kNotPossible = "not_possible";  // .. on what anybody may know
inline constexpr std::string_view kFailed = "failed";             // an error, or an interrupt
inline constexpr std::string_view kDenied = "denied";             // the log had this table
}  // namespace log_event

struct LogEntry {
  std::uint64_t run = 0;
  std::string event;
  std::string time;         // YYYY-MM-DDTHH:MM:SSZ
  std::string program;      // begun, denied
  Fingerprint table;        // begun, denied
  std::string job;          // begun, denied: as TOML
  std::string again;        // begun: why a table is run again
  std::string reason;       // refused, not_possible, failed
  std::string certificate;  // released: SHA-256 of certificate.json
};

class RunLog {
 public:
  // Reads the file, every line of it. Throws Error{malformed} with the line at which it is not as
  // it was written: "log: line 3: was not written by a run, or a line before it is gone".
  RunLog(std::string_view text, const LogKey& key, std::string_view name);

  const std::vector<LogEntry>& entries() const { return entries_; }
  // The chain of the last line, in hexadecimal; zeros for an empty log.
  std::string head() const { return to_hex(head_); }

  std::uint64_t next_run() const;
  // The last run of this table that counts, as it was begun; nullptr if there is none. A run that
  // ended as kNotPossible does not count: its reason is a function of what anybody may know.
  const LogEntry* earlier_run(const Fingerprint& table) const;

  // The line to append for this entry.
  std::string line(const LogEntry& entry) const;

 private:
  LogKey key_;
  std::vector<LogEntry> entries_;
  LogKey::Bytes head_{};
};

}  // namespace overt
