#include "python/src/watched.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "overt/base/error.h"

namespace overt::python {
namespace {

constexpr auto kLook = std::chrono::milliseconds(50);

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
    if (stopped_) throw Error(ErrorCode::interrupted, "interrupted; nothing is left behind");
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

}  // namespace

void run_watched(const nb::object& tick, const std::function<void(Progress&)>& work) {
  WatchedProgress progress;
  std::exception_ptr failure;
  std::mutex mutex;
  std::condition_variable changed;
  bool done = false;
  std::optional<nb::gil_scoped_release> without;
  without.emplace();
  std::thread worker([&] {
    try {
      work(progress);
    } catch (...) {
      failure = std::current_exception();
    }
    const std::lock_guard lock(mutex);
    done = true;
    changed.notify_all();
  });
  std::exception_ptr stopped;  // what Python raised
  while (true) {
    {
      std::unique_lock lock(mutex);
      if (changed.wait_for(lock, kLook, [&] { return done; })) break;
    }
    if (stopped) continue;
    const nb::gil_scoped_acquire with;
    try {
      if (PyErr_CheckSignals() != 0) throw nb::python_error();
      if (!tick.is_none()) progress.tell(tick);
    } catch (...) {
      stopped = std::current_exception();
      progress.stop();
    }
  }
  worker.join();
  without.reset();
  if (stopped) std::rethrow_exception(stopped);
  if (failure) std::rethrow_exception(failure);
}

}  // namespace overt::python
