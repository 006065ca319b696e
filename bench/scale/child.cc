#include "scale/child.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <exception>

#include "measure.h"

namespace overt::bench {

ChildRun run_in_child(const std::function<double()>& work) {
  int ends[2];
  if (::pipe(ends) != 0) throw std::runtime_error("no pipe");
  const pid_t child = ::fork();
  if (child < 0) throw std::runtime_error("no process");
  ChildRun run;
  if (child == 0) {
    try {
      const Stopwatch watch;
      run.answer = work();
      run.seconds = watch.seconds();
      const bool told = ::write(ends[1], &run, sizeof run) == sizeof run;
      ::_exit(told ? 0 : 1);
    } catch (const std::exception& error) {
      fmt::print(stderr, "{}\n", error.what());
      std::fflush(stderr);
      ::_exit(1);
    }
  }
  ::close(ends[1]);
  const bool told = ::read(ends[0], &run, sizeof run) == sizeof run;
  ::close(ends[0]);
  int status = 0;
  rusage usage{};
  const bool ended = ::wait4(child, &status, 0, &usage) == child;
  expect(told && ended && WIFEXITED(status) && WEXITSTATUS(status) == 0,
         "a run in a process of its own did not come to its end");
  run.peak_bytes = 1024.0 * static_cast<double>(usage.ru_maxrss);
  return run;
}

}  // namespace overt::bench
