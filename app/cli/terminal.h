#pragma once

// The terminal's side of a run: progress on standard error when a person is
// watching, and the signals that stop the work.

#include <chrono>
#include <string>

#include "overt/base/progress.h"

namespace overt::cli {

// SIGINT and SIGTERM ask the work to stop; SIGPIPE and SIGXFSZ become errors of
// the write that caused them.
void catch_signals();
// The signal that asked to stop, or 0.
int caught_signal();

// Shows the phase and its share on a terminal once a run takes longer than a
// second; silent when piped or quiet.
class TerminalProgress final : public Progress {
 public:
  explicit TerminalProgress(bool quiet);
  ~TerminalProgress() override;

  void begin(std::string_view phase, std::uint64_t total) override;
  void advance(std::uint64_t done) override;
  void check() override;
  // Takes the line off the screen, before something else is printed.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;
  bool shown_;
  bool dirty_ = false;
  std::string phase_;
  std::uint64_t total_ = 0;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_ = start_;
};

}  // namespace overt::cli
