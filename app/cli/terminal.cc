#include "cli/terminal.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <climits>
#include <cstdio>
#include <cstdlib>

#include "cli/signals.h"
#include "overt/base/error.h"
#include "overt/base/visible.h"

namespace overt::cli {

void occupy_closed_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(stream, F_GETFD) != -1 || errno != EBADF) continue;
    // The lowest free number is this one, since those below are taken by now.
    static_cast<void>(::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY));
  }
}

namespace {

void to_stderr(std::string_view text) {
  // fmt::print() would throw when standard error is full or closed.
  static_cast<void>(std::fwrite(text.data(), 1, text.size(), stderr));
  std::fflush(stderr);
}

}  // namespace

void print(std::string_view text) { print_exactly(visible_lines(text)); }

void print_exactly(std::string_view text) {
  struct stat info {};
  const bool file = ::fstat(STDOUT_FILENO, &info) == 0 && S_ISREG(info.st_mode);
  while (!text.empty()) {
    // A pipe that can be written takes this much at once, so that the only place
    // to wait in is poll().
    const std::size_t size = file ? text.size() : std::min<std::size_t>(text.size(), PIPE_BUF);
    pollfd waiting{STDOUT_FILENO, POLLOUT, 0};
    if (!file && ::poll(&waiting, 1, 100) <= 0) {
      if (caught_signal() != 0) throw Error(ErrorCode::interrupted, kInterrupted);
      continue;
    }
    const ssize_t wrote = ::write(STDOUT_FILENO, text.data(), size);
    if (wrote >= 0) {
      text.remove_prefix(static_cast<std::size_t>(wrote));
    } else if (errno != EINTR && errno != EAGAIN) {
      throw Error(ErrorCode::io, "standard output: cannot be written");
    }
  }
}

void complain(std::string_view text) { to_stderr(visible_lines(text)); }

std::size_t terminal_width() {
  std::size_t width = 80;
  winsize size{};
  const char* columns = std::getenv("COLUMNS");
  const std::string_view given = columns == nullptr ? "" : columns;
  const auto [end, error] = std::from_chars(given.data(), given.data() + given.size(), width);
  if (error != std::errc() && ::isatty(STDOUT_FILENO) == 1 &&
      ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
    width = size.ws_col;
  }
  return std::clamp<std::size_t>(width, 60, 100);
}

TerminalProgress::TerminalProgress(bool quiet)
    : quiet_(quiet), shown_(!quiet && ::isatty(STDERR_FILENO) == 1) {}

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
    to_stderr(fmt::format("\r{:<12}", phase_));
  } else {
    to_stderr(
        fmt::format("\r{:<12}{:3d} %", phase_, std::min<std::uint64_t>(100, 100 * done / total_)));
  }
}

void TerminalProgress::check() {
  if (caught_signal() != 0) throw Error(ErrorCode::interrupted, kInterrupted);
}

void TerminalProgress::warn(std::string_view sentence) {
  if (quiet_ || !warned_.emplace(sentence).second) return;
  clear();
  complain(fmt::format("overt: warning: {}\n", sentence));
}

void TerminalProgress::clear() {
  if (dirty_) to_stderr(fmt::format("\r{:<20}\r", ""));
  dirty_ = false;
}

}  // namespace overt::cli
