#include "io/private_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "overt/base/error.h"

namespace overt::io {
namespace {

[[noreturn]] void cannot_read(const std::string& name, const std::string& why) {
  throw Error(ErrorCode::io, fmt::format("{}: cannot be read: {}", name, why));
}

[[noreturn]] void cannot_read(const std::string& name) {
  cannot_read(name, std::generic_category().message(errno));
}

struct OpenFile {
  explicit OpenFile(int number) : file(number) {}
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  ~OpenFile() { ::close(file); }
  int file;
};

}  // namespace

void refuse_shared(int file, const std::string& name) {
  struct stat info {};
  if (::fstat(file, &info) != 0) cannot_read(name);
  if (S_ISDIR(info.st_mode)) cannot_read(name, "it is a directory");
  if (!S_ISREG(info.st_mode)) cannot_read(name, "it is not a file");
  if ((info.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
    throw Error(ErrorCode::usage,
                fmt::format("{}: others than its owner may read or write it; a secret that others "
                            "know is none (chmod 600, and think about who may have read it)",
                            name));
  }
}

std::string read_private_file(const std::string& path, std::size_t most) {
  // Without waiting: a pipe is refused, not read.
  const int number = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (number < 0) cannot_read(path);
  const OpenFile opened(number);
  refuse_shared(opened.file, path);
  std::string text(most + 1, '\0');
  std::size_t got = 0;
  while (got < text.size()) {
    const ssize_t more = ::read(opened.file, text.data() + got, text.size() - got);
    if (more < 0) cannot_read(path);
    if (more == 0) break;
    got += static_cast<std::size_t>(more);
  }
  if (got > most) {
    throw Error(ErrorCode::malformed, fmt::format("{}: longer than {} bytes", path, most));
  }
  text.resize(got);
  return text;
}

}  // namespace overt::io
