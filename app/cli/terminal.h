#pragma once

// The terminal's side of a run: what is printed, and progress on standard error
// when a person is watching.

#include <chrono>
#include <string>
#include <string_view>

#include "overt/base/progress.h"

namespace overt::cli {

// Standard streams that are closed are taken by files that refuse everything, so
// that no file of ours gets their numbers and with them what is meant for them.
void occupy_closed_streams();

// Writes to standard output. Throws Error{io} when that fails, and
// Error{interrupted} when a signal comes while nobody takes the output.
void print(std::string_view text);
// Writes to standard error. Nobody is left to be told when that fails.
void complain(std::string_view text);

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
