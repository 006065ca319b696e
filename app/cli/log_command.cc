#include <fmt/format.h>

#include <map>
#include <memory>

#include "cli/commands.h"
#include "cli/terminal.h"
#include "io/storage.h"
#include "overt/base/error.h"
#include "overt/base/visible.h"
#include "overt/report/logged_run.h"

namespace overt::cli {
namespace {

constexpr const char* kNotes =
    "Custodian only. Checks that every line of a log of overt release --log is as a run wrote it "
    "and\n"
    "that none is missing in between, and lists the runs. That the last lines are gone it cannot "
    "see:\n"
    "keep the head that it prints somewhere else, and compare. Exit code 1 if the log is broken.\n"
    "\n"
    "Example:\n"
    "  overt log check runs.log";

struct Flags {
  std::optional<std::string> action, file;
  bool quiet = false;
};

int run_log(const Flags& flags) {
  if (*flags.action != "check") throw Error(ErrorCode::usage, "log: expected check");
  TerminalProgress progress(flags.quiet);
  const auto storage = io::arrow_storage();
  std::optional<RunLog> log;
  try {
    log.emplace(read_run_log(*flags.file, *storage, progress));
  } catch (const Error& error) {
    if (error.code() != ErrorCode::malformed) throw;
    print(fmt::format("FAILED  {}\n", visible(error.what())));
    return kNotSafe;
  }
  if (flags.quiet) return kDone;
  std::map<std::uint64_t, std::string> ends;
  for (const LogEntry& entry : log->entries()) {
    if (entry.event != log_event::kBegun) ends[entry.run] = entry.event;
  }
  for (const LogEntry& entry : log->entries()) {
    if (entry.program.empty()) continue;  // the end of a run
    const auto end = ends.find(entry.run);
    const std::string_view how = end == ends.end() ? "cut off" : std::string_view(end->second);
    print(entry.again.empty() ? fmt::format("run {:<4}  {}  {}\n", entry.run, entry.time, how)
                              : fmt::format("run {:<4}  {}  {:<12}  again: {}\n", entry.run,
                                            entry.time, how, entry.again));
  }
  print(fmt::format("passed  {} lines, none changed, none missing in between\nhead    {}\n",
                    log->entries().size(), log->head()));
  return kDone;
}

}  // namespace

void add_log(CLI::App& app, Run& run) {
  Verb verb(app, "log", "Check a log of runs");
  const auto flags = std::make_shared<Flags>();
  verb.required_text("action", flags->action, "check");
  verb.required_text("file", flags->file, "The log; its key is in FILE.key");
  verb.group("Output");
  verb.flag("--quiet", flags->quiet, "Print what failed only");
  verb.notes(kNotes);
  verb.chosen(run, [flags] { return run_log(*flags); });
}

}  // namespace overt::cli
