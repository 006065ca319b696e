#pragma once

// What long work tells its caller, and how the caller stops it. The library
// never prints: the command line turns these calls into a line on the terminal,
// a notebook into a bar, and a test into nothing.
//
// Work calls check() at least every few milliseconds from any thread; check()
// throws Error{interrupted} once the caller wants to stop.

#include <cstdint>
#include <string_view>

namespace overt {

class Progress {
 public:
  Progress() = default;
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  virtual ~Progress() = default;

  // A new phase of work begins; `total` units of it, or 0 if nobody knows.
  virtual void begin(std::string_view /*phase*/, std::uint64_t /*total*/) {}
  // `done` units of the phase are done. Called from one thread at a time.
  virtual void advance(std::uint64_t /*done*/) { check(); }
  // Throws Error{interrupted} if the work should stop. Safe from any thread.
  virtual void check() {}
  // Something that the caller should know, though the work goes on: a sentence for people.
  virtual void warn(std::string_view /*sentence*/) {}
};

// For work that nobody watches and nobody stops.
inline Progress& unwatched() {
  static Progress nobody;
  return nobody;
}

}  // namespace overt
