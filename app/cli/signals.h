#pragma once

// The signals that stop the work. SIGINT, SIGTERM and SIGHUP (unless nohup has
// it ignored) are remembered, and the work, which asks every few milliseconds,
// unwinds. Some steps of it take longer than anybody wants to wait, such as
// sorting millions of long texts: half a second after the signal a watchdog
// removes what is unfinished and ends the process, whatever it is doing.

#include <memory>

#include "overt/table/storage.h"

namespace overt::cli {

inline constexpr const char* kInterrupted = "interrupted; nothing is left behind";

// Also makes SIGPIPE and SIGXFSZ errors of the write that caused them.
void catch_signals();
// The signal that asked to stop, or 0.
int caught_signal();

// The storage of a command. What it has not put in place yet the watchdog removes before it ends
// the process.
std::unique_ptr<Storage> watched_storage();
// Waits until a signal asks to stop, or ask_for_end() is called from any thread.
void wait_for_end();
void ask_for_end();
// The work is done or has unwound: from here on the watchdog leaves the process
// alone. Does not return when it is already ending it.
void end_by_ourselves();

}  // namespace overt::cli
