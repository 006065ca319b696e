#pragma once

// Long work, watched from Python. The work runs on a thread of its own without the GIL; the
// calling thread waits, and a few times a second takes the GIL to hear of Ctrl-C and to move a
// progress bar. So a notebook stays alive, and the work stops at its next check() (progress.h).

#include <nanobind/nanobind.h>

#include <functional>

#include "overt/base/progress.h"

namespace overt::python {

namespace nb = nanobind;

// `tick` is None, or a function of (phase, done, total) that is called now and then; what it
// throws stops the work. Throws what the work throws; for Ctrl-C what Python's handler raises.
// REQUIRES: the GIL is held.
void run_watched(const nb::object& tick, const std::function<void(Progress&)>& work);

// For work that is watched: does something on the thread that waits for it, with the GIL, and
// returns when it is done; throws what it throws. There Python hears of Ctrl-C, which a long
// call of a library would keep from it on any other thread.
void on_calling_thread(const std::function<void()>& task);

}  // namespace overt::python
