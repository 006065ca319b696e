#include "studio/task_runner.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <thread>
#include <vector>

#include "overt/base/error.h"

namespace overt::studio {
namespace {

constexpr auto kLong = std::chrono::hours(1);  // whoever waits so long hangs

TEST(TaskRunner, RunsAndSaysWhatCameOfIt) {
  TaskRunner tasks;
  EXPECT_EQ(tasks.status().state, TaskState::none);
  std::atomic<int> ran = 0;
  ASSERT_TRUE(tasks.start("Reading", "/roles", [&](Progress& progress) {
    progress.begin("reading", 10);
    progress.advance(10);
    ran = 1;
  }));
  ASSERT_TRUE(tasks.wait_for_rest(kLong));
  const TaskStatus status = tasks.status();
  EXPECT_EQ(ran, 1);
  EXPECT_EQ(status.state, TaskState::done);
  EXPECT_EQ(status.name, "Reading");
  EXPECT_EQ(status.next, "/roles");
  EXPECT_EQ(status.phase, "reading");
  EXPECT_EQ(status.done, 10U);
  tasks.forget();
  EXPECT_EQ(tasks.status().state, TaskState::none);
  EXPECT_GT(tasks.status().version, status.version);
}

TEST(TaskRunner, AnErrorIsItsMessageAndOtherExceptionsAreNot) {
  TaskRunner tasks;
  ASSERT_TRUE(tasks.start("a", "/", [](Progress&) {
    throw Error(ErrorCode::malformed, "people.csv: line 3: two fields expected");
  }));
  ASSERT_TRUE(tasks.wait_for_rest(kLong));
  EXPECT_EQ(tasks.status().state, TaskState::failed);
  EXPECT_EQ(tasks.status().message, "people.csv: line 3: two fields expected");
  ASSERT_TRUE(tasks.start("b", "/", [](Progress&) { throw std::logic_error("SECRET"); }));
  ASSERT_TRUE(tasks.wait_for_rest(kLong));
  EXPECT_EQ(tasks.status().message.find("SECRET"), std::string::npos);
  EXPECT_EQ(tasks.status().number, 2U);
}

TEST(TaskRunner, OneTaskAtATimeWhoeverStartsIt) {
  TaskRunner tasks;
  std::atomic<bool> release = false;
  std::atomic<int> ran = 0, started = 0;
  std::vector<std::thread> tabs;
  for (int i = 0; i < 8; ++i) {
    tabs.emplace_back([&] {
      started += tasks.start("a", "/", [&](Progress&) {
        ++ran;
        while (!release) std::this_thread::yield();
      });
    });
  }
  for (std::thread& tab : tabs) tab.join();
  release = true;
  ASSERT_TRUE(tasks.wait_for_rest(kLong));
  EXPECT_EQ(started, 1);
  EXPECT_EQ(ran, 1);
}

TEST(TaskRunner, CancelStopsTheWorkAtItsNextCheck) {
  TaskRunner tasks;
  ASSERT_TRUE(tasks.start("a", "/", [](Progress& progress) {
    while (true) progress.check();
  }));
  tasks.cancel();
  ASSERT_TRUE(tasks.wait_for_rest(kLong));
  EXPECT_EQ(tasks.status().state, TaskState::cancelled);
  // The next task is not stopped by it.
  ASSERT_TRUE(tasks.start("b", "/", [](Progress& progress) { progress.check(); }));
  ASSERT_TRUE(tasks.wait_for_rest(kLong));
  EXPECT_EQ(tasks.status().state, TaskState::done);
}

TEST(TaskRunner, WhoeverWaitsHearsOfEveryPhase) {
  TaskRunner tasks;
  std::atomic<int> heard = 0;
  std::thread watcher([&] {
    TaskStatus seen;
    while (seen.state != TaskState::done) {
      seen = tasks.wait_for_change(seen.version, kLong);
      if (seen.phase == "two") heard = 1;
    }
  });
  ASSERT_TRUE(tasks.start("a", "/", [&](Progress& progress) {
    progress.begin("one", 1);
    progress.begin("two", 2);
    while (heard == 0) progress.check();
  }));
  watcher.join();
  EXPECT_EQ(heard, 1);
}

TEST(TaskRunner, TheEndOfTheRunnerIsTheEndOfItsWork) {
  std::atomic<bool> stopped = false;
  {
    TaskRunner tasks;
    tasks.start("a", "/", [&](Progress& progress) {
      try {
        while (true) progress.check();
      } catch (const Error&) {
        stopped = true;
        throw;
      }
    });
  }
  EXPECT_TRUE(stopped);
}

}  // namespace
}  // namespace overt::studio
