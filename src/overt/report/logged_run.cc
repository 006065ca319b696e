#include "overt/report/logged_run.h"

#include <fmt/format.h>

#include <exception>
#include <utility>

#include "overt/base/random.h"
#include "overt/base/sha256.h"
#include "overt/base/version.h"

namespace overt {

std::string log_key_file(const std::string& log) { return log + ".key"; }

Place LoggedRun::place() const {
  Place place;
  place.readers = Readers::custodian;
  place.release = job_.output;
  place.inputs = {job_.input};
  return place;
}

void LoggedRun::read_key() {
  const std::string file = log_key_file(job_.log);
  std::string text;
  storage_.amend(file, place(), [&](std::string_view whole) {
    if (!whole.empty()) {
      text = whole;
      return std::string();
    }
    SecretRandom coins = SecretRandom::from_system();
    text = make_log_key(coins);
    return text;
  });
  key_ = parse_log_key(text, file);
}

void LoggedRun::append(const LogEntry& entry) {
  storage_.amend(job_.log, place(),
                 [&](std::string_view whole) { return RunLog(whole, key_, job_.log).line(entry); });
}

std::optional<Refusal> LoggedRun::begin(const Table& table, std::span<const std::uint64_t> counts) {
  read_key();
  LogEntry entry;
  entry.time = options_.time;
  entry.program = kVersion;
  // Without a sensitive column any will do to know a table again; with several, the first.
  const std::vector<std::string>& sensitive = job_.roles.sensitive;
  entry.table = fingerprint(table, sensitive.empty() ? table.columns.front().name : sensitive[0],
                            key_, counts);
  entry.job = print_job(job_);
  std::optional<Refusal> refusal;
  // Under one lock: of two runs at once the second sees the first.
  storage_.amend(job_.log, place(), [&](std::string_view whole) {
    const RunLog log(whole, key_, job_.log);
    entry.run = log.next_run();
    const LogEntry* const earlier = log.earlier_run(entry.table);
    if (earlier != nullptr && options_.again.empty()) {
      entry.event = log_event::kDenied;
      refusal = Refusal{
          fmt::format("{} has this table already: run {} of {}; running again and choosing voids "
                      "the guarantee. If it must be, say why (overt release --again REASON): the "
                      "reason stays in the log",
                      job_.log, earlier->run, earlier->time),
          true, false};
      return log.line(entry);
    }
    entry.event = log_event::kBegun;
    entry.again = options_.again;
    run_ = entry.run;
    return log.line(entry);
  });
  return refusal;
}

std::string LoggedRun::end(std::string_view event, std::string_view reason,
                           std::string_view certificate) {
  if (run_ == 0) return {};
  try {
    LogEntry entry;
    entry.run = std::exchange(run_, 0);
    entry.event = event;
    entry.time = options_.time;
    entry.reason = reason;
    if (!certificate.empty()) {
      Sha256 hash;
      hash.update(certificate);
      entry.certificate = hash.finish();
    }
    append(entry);
    return {};
  } catch (const std::exception& error) {
    return fmt::format("{}; the log says that the run was begun, not how it ended", error.what());
  }
}

std::string LoggedRun::released(std::string_view certificate) {
  return end(log_event::kReleased, {}, certificate);
}

std::string LoggedRun::refused(const Refusal& refusal) {
  return end(refusal.secret ? log_event::kRefused : log_event::kNotPossible, refusal.reason, {});
}

std::string LoggedRun::failed(std::string_view reason) {
  return end(log_event::kFailed, reason, {});
}

RunLog read_run_log(const std::string& log, Storage& storage, Progress& progress) {
  const std::string file = log_key_file(log);
  const LogKey key = parse_log_key(storage.read_text(file, progress), file);
  return {storage.read_text(log, progress), key, log};
}

}  // namespace overt
