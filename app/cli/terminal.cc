#include "cli/terminal.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdio>

#include "overt/base/error.h"

namespace overt::cli {
namespace {

std::atomic<int> g_signal = 0;
static_assert(std::atomic<int>::is_always_lock_free);

void remember(int signal) { g_signal = signal; }

}  // namespace

void catch_signals() {
  struct sigaction action {};
  action.sa_handler = remember;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  action.sa_handler = SIG_IGN;
  sigaction(SIGPIPE, &action, nullptr);
  sigaction(SIGXFSZ, &action, nullptr);
}

int caught_signal() { return g_signal; }

TerminalProgress::TerminalProgress(bool quiet) : shown_(!quiet && ::isatty(STDERR_FILENO) == 1) {}

TerminalProgress::~TerminalProgress() { clear(); }

void TerminalProgress::begin(std::string_view phase, std::uint64_t total) {
  check();
  phase_ = phase;
  total_ = total;
}

void TerminalProgress::advance(std::uint64_t done) {
  check();
  const auto now = Clock::now();
  if (!shown_ || now - start_ < std::chrono::seconds(1) ||
      now - last_ < std::chrono::milliseconds(100)) {
    return;
  }
  last_ = now;
  dirty_ = true;
  if (total_ == 0) {
    fmt::print(stderr, "\r{:<12}", phase_);
  } else {
    fmt::print(stderr, "\r{:<12}{:3d} %", phase_,
               std::min<std::uint64_t>(100, 100 * done / total_));
  }
  std::fflush(stderr);
}

void TerminalProgress::check() {
  if (g_signal != 0) throw Error(ErrorCode::interrupted, "interrupted; nothing was written");
}

void TerminalProgress::clear() {
  if (dirty_) fmt::print(stderr, "\r{:<20}\r", "");
  dirty_ = false;
}

}  // namespace overt::cli
