#pragma once

// Work in a process of its own, so that its peak memory is its own.

#include <functional>

namespace overt::bench {

struct ChildRun {
  double answer = 0;      // what the work returned
  double seconds = 0;     // of the work
  double peak_bytes = 0;  // largest resident set of the process
};

// Forks; call it while the program has one thread. Throws WrongResult when the
// work throws or its process dies.
ChildRun run_in_child(const std::function<double()>& work);

}  // namespace overt::bench
