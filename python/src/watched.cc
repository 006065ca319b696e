#include "python/src/watched.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <string>
#include <thread>

#include "overt/base/error.h"

namespace overt::python {
namespace {

constexpr auto kLook = std::chrono::milliseconds(50);
constexpr const char* kInterrupted = "interrupted; nothing is left behind";

class WatchedProgress final : public Progress {
 public:
  void begin(std::string_view phase, std::uint64_t total) override {
    {
      const std::lock_guard lock(mutex_);
      phase_ = phase;
      total_ = total;
    }
    done_ = 0;
    check();
  }
  void advance(std::uint64_t done) override {
    done_ = done;
    check();
  }
  void check() override {
    if (stopped_) throw Error(ErrorCode::interrupted, kInterrupted);
  }
  void stop() { stopped_ = true; }
  void tell(const nb::object& tick) {
    std::unique_lock lock(mutex_);
    const std::string phase = phase_;
    const std::uint64_t total = total_;
    lock.unlock();
    tick(phase.c_str(), done_.load(), total);
  }

 private:
  std::mutex mutex_;
  std::string phase_ = "working";
  std::uint64_t total_ = 0;
  std::atomic<std::uint64_t> done_ = 0;
  std::atomic<bool> stopped_ = false;
};

// What the two threads tell each other.
class Conversation {
 public:
  // On the worker's thread.
  void ask(const std::function<void()>& task) {
    std::unique_lock lock(mutex_);
    task_ = &task;
    answer_ = nullptr;
    changed_.notify_all();
    changed_.wait(lock, [&] { return task_ == nullptr; });
    if (answer_) std::rethrow_exception(answer_);
  }
  void end() {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    changed_.notify_all();
  }

  // On the thread that waits. Whether the work has ended; after kLook or a question at the latest.
  bool wait() {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, kLook, [&] { return ended_ || task_ != nullptr; });
    return ended_;
  }
  bool asked() {
    const std::lock_guard lock(mutex_);
    return task_ != nullptr;
  }
  // REQUIRES: asked().
  void answer() {
    std::exception_ptr thrown;
    try {
      (*task_)();
    } catch (...) {
      thrown = std::current_exception();
    }
    reply(thrown);
  }
  void reply(const std::exception_ptr& thrown) {
    const std::lock_guard lock(mutex_);
    answer_ = thrown;
    task_ = nullptr;
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  const std::function<void()>* task_ = nullptr;
  std::exception_ptr answer_;
  bool ended_ = false;
};

thread_local Conversation* current = nullptr;  // on a worker's thread

}  // namespace

void on_calling_thread(const std::function<void()>& task) {
  if (current != nullptr) return current->ask(task);
  const nb::gil_scoped_acquire with;  // a thread that the worker has made: nobody waits for it
  task();
}

void run_watched(const nb::object& tick, const std::function<void(Progress&)>& work) {
  WatchedProgress progress;
  Conversation conversation;
  std::exception_ptr failure;
  std::exception_ptr stopped;  // what Python raised
  {
    const nb::gil_scoped_release without;
    std::thread worker([&] {
      current = &conversation;
      try {
        work(progress);
      } catch (...) {
        failure = std::current_exception();
      }
      conversation.end();
    });
    while (!conversation.wait()) {
      const bool asked = conversation.asked();
      if (stopped && !asked) continue;
      const nb::gil_scoped_acquire with;
      try {
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
        if (!stopped && !tick.is_none()) progress.tell(tick);
      } catch (...) {
        stopped = std::current_exception();
        progress.stop();
      }
      if (!asked) continue;
      if (stopped) {
        conversation.reply(std::make_exception_ptr(Error(ErrorCode::interrupted, kInterrupted)));
      } else {
        conversation.answer();
      }
    }
    worker.join();
  }
  if (stopped) std::rethrow_exception(stopped);
  if (failure) std::rethrow_exception(failure);
}

}  // namespace overt::python
