// For LD_PRELOAD: a disk that refuses, and a machine that stops, at one chosen call.
//
//   OVERT_FAULT=17:EIO   the 17th call that changes something on the disk fails
//   OVERT_FAULT=17:KILL  the process is killed before it
//   OVERT_FAULT=0:PLAIN  no call fails; file systems without renameat2() are played
//
// OVERT_FAULTS_PLAIN=1 plays them too. Counted are calls that make, write, sync, rename and change
// the mode of files; OVERT_FAULT_LOG names a file that gets the name of the call that was met.

#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

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

// Whether this call is the one; then errno is set.
bool fails(const char* call) {
  static std::atomic<long> calls = 0;
  const char* fault = getenv("OVERT_FAULT");
  if (fault == nullptr) return false;
  char* what = nullptr;
  const long chosen = strtol(fault, &what, 10);
  if (++calls != chosen) return false;
  note(call);
  if (strcmp(what, ":KILL") == 0) kill(getpid(), SIGKILL);
  errno = EIO;
  return true;
}

}  // namespace

extern "C" {

int open(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const auto mode = static_cast<mode_t>((flags & O_CREAT) != 0 ? va_arg(rest, int) : 0);
  va_end(rest);
  if ((flags & O_CREAT) != 0 && fails("open")) return -1;
  return next<int(const char*, int, ...)>("open")(path, flags, mode);
}

ssize_t pwrite(int file, const void* bytes, size_t size, off_t offset) {
  if (fails("pwrite")) return -1;
  return next<ssize_t(int, const void*, size_t, off_t)>("pwrite")(file, bytes, size, offset);
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
