#pragma once

// Long work of the studio, one task at a time, in a thread of its own: a page that is closed or
// loaded again neither ends it nor starts it twice. Whoever shows it asks for the status, or waits
// until that changes.
//
//   TaskRunner tasks;
//   tasks.start("Reading the table", "/roles", [](Progress& progress) { .. });
//   TaskStatus now = tasks.wait_for_change(seen.version, std::chrono::seconds(1));
//
// The work stops when cancel() is called, at its next Progress::check(). Safe from any thread.

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include "overt/base/progress.h"

namespace overt::studio {

enum class TaskState { none, running, done, failed, cancelled };

struct TaskStatus {
  std::uint64_t version = 0;  // grows with every change
  std::uint64_t number = 0;   // of the task, from 1
  TaskState state = TaskState::none;
  std::string name;   // "Reading the table"
  std::string next;   // the page that shows what came of it
  std::string phase;  // as Progress has it
  std::uint64_t done = 0, total = 0;
  std::string message;  // why it failed

  bool running() const { return state == TaskState::running; }
};

using TaskWork = std::function<void(Progress&)>;

class TaskRunner {
 public:
  TaskRunner() = default;
  TaskRunner(const TaskRunner&) = delete;
  TaskRunner& operator=(const TaskRunner&) = delete;
  // Cancels, and waits for the work to stop.
  ~TaskRunner();

  // False if a task is running: then nothing happens. An Error that the work throws is its
  // message; of other exceptions nothing is said, since they may hold anything.
  bool start(const std::string& name, const std::string& next, TaskWork work);
  // The running task is to stop; nothing happens if there is none.
  void cancel();
  // Forgets how the last task ended. Nothing happens while one is running.
  void forget();

  TaskStatus status() const;
  // The status as soon as its version is not `seen`, or after `patience`.
  TaskStatus wait_for_change(std::uint64_t seen, std::chrono::milliseconds patience) const;
  // Whether no task is running, at the latest after `patience`.
  bool wait_for_rest(std::chrono::milliseconds patience) const;

 private:
  class Watched;  // the Progress of a task

  void run(const TaskWork& work);
  void end(TaskState state, const std::string& message);

  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  TaskStatus status_;       // guarded by mutex_
  bool cancelled_ = false;  // guarded by mutex_
  std::thread thread_;      // started and joined under start_
  std::mutex start_;
};

}  // namespace overt::studio
