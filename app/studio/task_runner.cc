#include "studio/task_runner.h"

#include <exception>
#include <new>
#include <string_view>
#include <utility>

#include "overt/base/error.h"

namespace overt::studio {

namespace {
constexpr auto kBetweenNews = std::chrono::milliseconds(100);
}

// Work advances far more often than anybody can look; only some of it is news.
class TaskRunner::Watched final : public Progress {
 public:
  explicit Watched(TaskRunner& runner) : runner_(&runner) {}

  void begin(std::string_view phase, std::uint64_t total) override {
    const std::lock_guard lock(runner_->mutex_);
    stop_if_asked();
    runner_->status_.phase = phase;
    runner_->status_.total = total;
    runner_->status_.done = 0;
    news();
  }
  void advance(std::uint64_t done) override {
    const std::lock_guard lock(runner_->mutex_);
    stop_if_asked();
    runner_->status_.done = done;
    if (std::chrono::steady_clock::now() - last_ >= kBetweenNews) news();
  }
  void check() override {
    const std::lock_guard lock(runner_->mutex_);
    stop_if_asked();
  }

 private:
  void stop_if_asked() const {
    if (runner_->cancelled_) throw Error(ErrorCode::interrupted, "cancelled");
  }
  void news() {
    last_ = std::chrono::steady_clock::now();
    ++runner_->status_.version;
    runner_->changed_.notify_all();
  }

  TaskRunner* runner_;
  std::chrono::steady_clock::time_point last_;
};

TaskRunner::~TaskRunner() {
  cancel();
  if (thread_.joinable()) thread_.join();
}

bool TaskRunner::start(const std::string& name, const std::string& next, TaskWork work) {
  const std::lock_guard starting(start_);
  {
    const std::lock_guard lock(mutex_);
    if (status_.running()) return false;
    TaskStatus fresh;
    fresh.version = status_.version + 1;
    fresh.number = status_.number + 1;
    fresh.state = TaskState::running;
    fresh.name = name;
    fresh.next = next;
    status_ = fresh;
    cancelled_ = false;
    changed_.notify_all();
  }
  if (thread_.joinable()) thread_.join();  // it has ended, or is about to
  thread_ = std::thread([this, work = std::move(work)] { run(work); });
  return true;
}

void TaskRunner::run(const TaskWork& work) {
  try {
    Watched progress(*this);
    work(progress);
    end(TaskState::done, "");
  } catch (const Error& error) {
    const bool stopped = error.code() == ErrorCode::interrupted;
    end(stopped ? TaskState::cancelled : TaskState::failed, stopped ? "" : error.what());
  } catch (const std::bad_alloc&) {
    end(TaskState::failed, "not enough memory; nothing was written");
  } catch (const std::exception&) {
    end(TaskState::failed, "a defect in overt, please report it; nothing was written");
  }
}

void TaskRunner::end(TaskState state, const std::string& message) {
  const std::lock_guard lock(mutex_);
  status_.state = state;
  status_.message = message;
  ++status_.version;
  changed_.notify_all();
}

void TaskRunner::cancel() {
  const std::lock_guard lock(mutex_);
  if (status_.running()) cancelled_ = true;
}

void TaskRunner::forget() {
  const std::lock_guard lock(mutex_);
  if (status_.running() || status_.state == TaskState::none) return;
  TaskStatus fresh;
  fresh.version = status_.version + 1;
  fresh.number = status_.number;
  status_ = fresh;
  changed_.notify_all();
}

TaskStatus TaskRunner::status() const {
  const std::lock_guard lock(mutex_);
  return status_;
}

TaskStatus TaskRunner::wait_for_change(std::uint64_t seen,
                                       std::chrono::milliseconds patience) const {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, patience, [&] { return status_.version != seen; });
  return status_;
}

bool TaskRunner::wait_for_rest(std::chrono::milliseconds patience) const {
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, patience, [&] { return !status_.running(); });
}

}  // namespace overt::studio
