#include "io/bytes.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "overt/base/error.h"

namespace overt::io {
namespace {

[[noreturn]] void fail(const std::string& name, const char* what) {
  const std::string reason = std::generic_category().message(errno);
  throw Error(ErrorCode::io, fmt::format("{}: {}: {}", name, what, reason));
}

}  // namespace

bool is_stream(const std::string& path) {
  if (path == "-") return true;
  struct stat info {};
  return ::stat(path.c_str(), &info) == 0 && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode);
}

InputBytes::InputBytes(const std::string& path)
    : name_(path == "-" ? "standard input" : path),
      file_(path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
  if (file_ < 0) fail(name_, "cannot be read");
  struct stat info {};
  if (::fstat(file_, &info) != 0) fail(name_, "cannot be read");
  if (S_ISDIR(info.st_mode)) {
    throw Error(ErrorCode::io, fmt::format("{}: cannot be read: it is a directory", name_));
  }
  regular_ = S_ISREG(info.st_mode);
  if (regular_) {
    size_ = static_cast<std::uint64_t>(info.st_size);
    ::posix_fadvise(file_, 0, 0, POSIX_FADV_SEQUENTIAL);
  }
}

InputBytes::~InputBytes() {
  if (file_ > STDIN_FILENO) ::close(file_);
}

std::size_t InputBytes::read(std::span<char> out, Progress& progress) {
  while (true) {
    progress.check();
    if (!regular_) {
      pollfd waiting{file_, POLLIN, 0};
      const int ready = ::poll(&waiting, 1, 100);
      // A signal ends the wait too; read() would then wait for good.
      if (ready == 0 || (ready < 0 && errno == EINTR)) continue;
    }
    const ssize_t got = ::read(file_, out.data(), out.size());
    if (got >= 0) return static_cast<std::size_t>(got);
    if (errno != EINTR && errno != EAGAIN) fail(name_, "cannot be read");
  }
}

std::size_t read_fully(Bytes& bytes, std::span<char> out, Progress& progress) {
  std::size_t got = 0;
  while (got < out.size()) {
    const std::size_t more = bytes.read(out.subspan(got), progress);
    if (more == 0) break;
    got += more;
  }
  return got;
}

std::string read_small_file(const std::string& path, Progress& progress) {
  constexpr std::size_t kLargest = std::size_t{64} << 20;  // an endless device has more
  InputBytes input(path);
  std::string bytes;
  std::string piece(std::size_t{1} << 16, '\0');
  while (const std::size_t got = input.read(piece, progress)) {
    bytes.append(piece, 0, got);
    if (bytes.size() > kLargest) {
      throw Error(ErrorCode::malformed,
                  fmt::format("{}: larger than 64 MB, which no such file is", input.name()));
    }
  }
  return bytes;
}

OutputFile::OutputFile(const std::filesystem::path& path, unsigned mode, const std::string& name)
    : name_(name.empty() ? path.filename().string() : name),
      file_(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)) {
  if (file_ < 0) fail(name_, "cannot be written");
}

OutputFile::~OutputFile() {
  if (file_ >= 0) ::close(file_);
}

void OutputFile::write_at(std::uint64_t offset, std::span<const char> bytes) {
  while (!bytes.empty()) {
    const ssize_t wrote = ::pwrite(file_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (wrote < 0) {
      if (errno == EINTR) continue;
      fail(name_, "cannot be written");
    }
    offset += static_cast<std::uint64_t>(wrote);
    bytes = bytes.subspan(static_cast<std::size_t>(wrote));
  }
}

void OutputFile::close() {
  const int file = file_;
  file_ = -1;
  if (::close(file) != 0) fail(name_, "cannot be written");
}

}  // namespace overt::io
