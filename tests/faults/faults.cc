// For LD_PRELOAD: a disk that refuses, and a machine that stops, at one chosen call.
//
//   OVERT_FAULT=17:EIO      the 17th call that changes something on the disk fails
//   OVERT_FAULT=17:KILL     the process is killed before it
//   OVERT_FAULT=17:KILL 90  .. 90 microseconds after it; 0 is the call before the first
//   OVERT_FAULT=17:THREAD   the 17th thread, and all after it, cannot be started
//   OVERT_FAULT=17:MEMORY   there is no memory for the 17th call of malloc and its like; they
//                           are counted from the first line of main(), which forbids core dumps
//   OVERT_FAULT=17:FULL     the disk has room for 17 bytes, and then for nothing
//   OVERT_FAULT=0:PLAIN     no call fails; file systems without renameat2() are played
//
// OVERT_FAULTS_PLAIN=1 plays them too. Counted are calls that make, write, sync, rename and change
// the mode of files; OVERT_FAULT_LOG names a file that gets the name of the call that was met.

#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdarg>

namespace {

template <typename Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

void note(const char* call) {
  const char* file = getenv("OVERT_FAULT_LOG");
  if (file == nullptr) return;
  const int log =
      next<int(const char*, int, ...)>("open")(file, O_WRONLY | O_CREAT | O_APPEND, 0600);
  if (log < 0) return;
  static_cast<void>(!write(log, call, strlen(call)));
  close(log);
}

// What was asked for; looked up once, before anything is counted.
struct Fault {
  long chosen = -1;
  char what[8] = {};
  long microseconds = 0;
  bool timed = false;
};

const Fault& fault() {
  static Fault asked;
  static std::atomic<bool> looked = false;
  // The loader asks for memory before there is an environment; then nothing is known yet.
  if (looked || environ == nullptr) return asked;
  looked = true;
  const char* text = getenv("OVERT_FAULT");
  if (text == nullptr) return asked;
  char* rest = nullptr;
  asked.chosen = strtol(text, &rest, 10);
  if (*rest == ':') ++rest;
  const size_t length = std::min(strcspn(rest, " "), sizeof(asked.what) - 1);
  memcpy(asked.what, rest, length);
  asked.timed = rest[length] == ' ';
  if (asked.timed) asked.microseconds = strtol(rest + length, nullptr, 10);
  return asked;
}

bool asked_for(const char* what) { return strcmp(fault().what, what) == 0; }

// Not by a thread that waits: where none can be started, and between any two instructions.
void kill_later(long microseconds) {
  sigevent event{};
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = SIGKILL;
  timer_t timer{};
  itimerspec when{};
  when.it_value.tv_sec = microseconds / 1'000'000;
  when.it_value.tv_nsec = microseconds % 1'000'000 * 1000 + 1;
  if (timer_create(CLOCK_MONOTONIC, &event, &timer) != 0 ||
      timer_settime(timer, 0, &when, nullptr) != 0) {
    abort();
  }
}

std::atomic<long> calls = 0;

// Whether this call is the one; then errno is set.
bool fails(const char* call) {
  if (asked_for("FULL") || asked_for("THREAD") || asked_for("MEMORY")) return false;
  if (++calls != fault().chosen) return false;
  if (fault().timed) {
    kill_later(fault().microseconds);
    return false;
  }
  note(call);
  if (asked_for("KILL")) kill(getpid(), SIGKILL);
  errno = EIO;
  return true;
}

std::atomic<bool> at_work = false;

// Whether there is no memory for this call of malloc and its like.
bool no_memory() {
  static std::atomic<long> asked = 0;
  if (!at_work || !asked_for("MEMORY") || ++asked != fault().chosen) return false;
  note("malloc");
  errno = ENOMEM;
  return true;
}

__attribute__((constructor)) void start() {
  if (fault().timed && fault().chosen == 0) kill_later(fault().microseconds);
}

}  // namespace

extern "C" {

int open(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const auto mode = static_cast<mode_t>((flags & O_CREAT) != 0 ? va_arg(rest, int) : 0);
  va_end(rest);
  at_work = true;
  if ((flags & O_CREAT) != 0 && fails("open")) return -1;
  return next<int(const char*, int, ...)>("open")(path, flags, mode);
}

ssize_t pwrite(int file, const void* bytes, size_t size, off_t offset) {
  if (fails("pwrite")) return -1;
  if (asked_for("FULL")) {
    static std::atomic<long> room = fault().chosen;
    const long left = room.fetch_sub(static_cast<long>(size));
    if (left <= 0) {
      note("pwrite");
      errno = ENOSPC;
      return -1;
    }
    size = std::min(size, static_cast<size_t>(left));
  }
  return next<ssize_t(int, const void*, size_t, off_t)>("pwrite")(file, bytes, size, offset);
}

// glibc's own; whoever is preloaded before it answers for all.
void* __libc_malloc(size_t size);
void* __libc_calloc(size_t count, size_t size);
void* __libc_realloc(void* old, size_t size);

void* malloc(size_t size) { return no_memory() ? nullptr : __libc_malloc(size); }
void* calloc(size_t count, size_t size) {
  return no_memory() ? nullptr : __libc_calloc(count, size);
}
void* realloc(void* old, size_t size) { return no_memory() ? nullptr : __libc_realloc(old, size); }

int pthread_create(pthread_t* thread, const pthread_attr_t* how, void* (*work)(void*), void* with) {
  static std::atomic<long> asked = 0;
  if (asked_for("THREAD") && ++asked >= fault().chosen) {
    if (asked == fault().chosen) note("pthread_create");
    return EAGAIN;
  }
  return next<int(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*)>("pthread_create")(
      thread, how, work, with);
}

int fsync(int file) {
  if (fails("fsync")) return -1;
  return next<int(int)>("fsync")(file);
}

int chmod(const char* path, mode_t mode) {
  if (fails("chmod")) return -1;
  return next<int(const char*, mode_t)>("chmod")(path, mode);
}

int mkdir(const char* path, mode_t mode) {
  if (fails("mkdir")) return -1;
  return next<int(const char*, mode_t)>("mkdir")(path, mode);
}

char* mkdtemp(char* pattern) {
  if (fails("mkdtemp")) return nullptr;
  return next<char*(char*)>("mkdtemp")(pattern);
}

int rename(const char* from, const char* to) {
  if (fails("rename")) return -1;
  return next<int(const char*, const char*)>("rename")(from, to);
}

int renameat2(int from_folder, const char* from, int to_folder, const char* to, unsigned int how) {
  if (getenv("OVERT_FAULTS_PLAIN") != nullptr) {
    errno = EINVAL;
    return -1;
  }
  if (fails("renameat2")) return -1;
  return next<int(int, const char*, int, const char*, unsigned int)>("renameat2")(
      from_folder, from, to_folder, to, how);
}

int rmdir(const char* path) {
  if (fails("rmdir")) return -1;
  return next<int(const char*)>("rmdir")(path);
}

}  // extern "C"
