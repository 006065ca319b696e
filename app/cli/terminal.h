#pragma once

// The terminal's side of a run: what is printed, and progress on standard error
// when a person is watching.

#include <chrono>
#include <functional>
#include <set>
#include <string>
#include <string_view>

#include "overt/base/progress.h"

namespace overt::cli {

// Standard streams that are closed are taken by files that refuse everything, so
// that no file of ours gets their numbers and with them what is meant for them.
void occupy_closed_streams();

// Writes to standard output what people read, and JSON: characters that a terminal would obey are
// made visible (base/visible.h). Throws Error{io} when that fails, and Error{interrupted} when a
// signal comes while nobody takes the output.
void print(std::string_view text);
// The same for what other programs read: not a byte is changed.
void print_exactly(std::string_view text);
// Writes to standard error, made visible. Nobody is left to be told when that fails.
void complain(std::string_view text);

// How wide a text may be: that of the terminal, or what COLUMNS says, from 60 to 100; 80 where
// there is neither.
std::size_t terminal_width();

// Shows the phase and its share on a terminal once a run takes longer than a
// second; silent when piped or quiet.
class TerminalProgress final : public Progress {
 public:
  explicit TerminalProgress(bool quiet);
  ~TerminalProgress() override;

  void begin(std::string_view phase, std::uint64_t total) override;
  void advance(std::uint64_t done) override;
  void check() override;
  // Each once, on standard error, unless quiet.
  void warn(std::string_view sentence) override;
  // Takes the line off the screen, before something else is printed.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;
  bool quiet_;
  bool shown_;
  bool dirty_ = false;
  std::string phase_;
  std::set<std::string, std::less<>> warned_;
  std::uint64_t total_ = 0;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_ = start_;
};

}  // namespace overt::cli
