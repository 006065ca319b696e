#include "cli/signals.h"

#include <fmt/format.h>
#include <semaphore.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <exception>
#include <filesystem>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "cli/terminal.h"
#include "io/storage.h"

namespace overt::cli {
namespace {

constexpr auto kGrace = std::chrono::milliseconds(500);

std::atomic<int> g_signal = 0;
static_assert(std::atomic<int>::is_always_lock_free);
std::atomic<bool> g_ending = false;  // whoever sets it ends the process
sem_t g_signalled;
sem_t g_end;
std::mutex g_mutex;
using Paths = std::vector<std::filesystem::path>;
Paths* g_unfinished = nullptr;  // guarded by g_mutex; never freed

void remember(int signal) {
  const int before = errno;
  g_signal = signal;
  sem_post(&g_signalled);
  sem_post(&g_end);
  errno = before;
}

void watch() {
  while (sem_wait(&g_signalled) != 0) {
  }
  std::this_thread::sleep_for(kGrace);
  if (g_ending.exchange(true)) return;
  {
    const std::lock_guard lock(g_mutex);
    std::error_code ignored;
    // Whoever is still writing may add a file while the folder is being removed.
    for (const std::filesystem::path& path : g_unfinished == nullptr ? Paths() : *g_unfinished) {
      for (int i = 0; i < 10; ++i) {
        std::filesystem::remove_all(path, ignored);
        if (!std::filesystem::exists(path, ignored)) break;
      }
    }
  }
  complain(fmt::format("overt: {}\n", kInterrupted));
  ::_exit(128 + g_signal);
}

// Signals are left to the other threads, so that they end a wait there.
void start_watchdog() {
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  try {
    std::thread(watch).detach();
  } catch (const std::exception&) {
    // No thread to be had, or no memory for one: signals are heard where the work asks for them.
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

// Hears of what is written, from the thread that does it.
class Unfinished final : public PendingListener {
 public:
  void begun(const std::filesystem::path& hidden) override {
    const std::lock_guard lock(g_mutex);
    if (g_unfinished == nullptr) g_unfinished = new Paths();
    g_unfinished->push_back(hidden);
  }
  void committing() override { end_by_ourselves(); }
};

}  // namespace

void catch_signals() {
  sem_init(&g_signalled, 0, 0);
  sem_init(&g_end, 0, 0);
  struct sigaction action {};
  action.sa_handler = remember;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  struct sigaction before {};
  sigaction(SIGHUP, nullptr, &before);
  if (before.sa_handler != SIG_IGN) sigaction(SIGHUP, &action, nullptr);
  action.sa_handler = SIG_IGN;
  sigaction(SIGPIPE, &action, nullptr);
  sigaction(SIGXFSZ, &action, nullptr);
  start_watchdog();  // counts what came before it
}

int caught_signal() { return g_signal; }

std::unique_ptr<Storage> watched_storage() {
  static Unfinished unfinished;
  return io::arrow_storage({&unfinished});
}

void wait_for_end() {
  while (sem_wait(&g_end) != 0) {
  }
}

void ask_for_end() { sem_post(&g_end); }

void end_by_ourselves() {
  static bool ours = false;  // asked again by the same thread
  if (ours) return;
  if (g_ending.exchange(true)) {
    while (true) ::pause();
  }
  ours = true;
}

}  // namespace overt::cli
