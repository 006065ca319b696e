#include "io/private_log.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

#include "io/placement.h"
#include "io/private_file.h"
#include "overt/base/error.h"

namespace overt::io {
namespace {

constexpr std::size_t kLargest = std::size_t{64} << 20U;

class LockedFile {
 public:
  // Made for its owner alone if it is missing. A link is not followed.
  explicit LockedFile(const std::string& path) : path_(path) {
    file_ = ::open(path.c_str(), O_RDWR | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (file_ < 0 && errno == ENOENT) {
      file_ = ::open(path.c_str(), O_RDWR | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_CREAT, 0600);
      made_ = file_ >= 0;
    }
    if (file_ < 0) cannot_write(path_);
    while (::flock(file_, LOCK_EX) != 0) {
      if (errno != EINTR) fail();
    }
  }
  LockedFile(const LockedFile&) = delete;
  LockedFile& operator=(const LockedFile&) = delete;
  ~LockedFile() { ::close(file_); }

  int number() const { return file_; }

  std::string whole() {
    struct stat info {};
    if (::fstat(file_, &info) != 0) fail();
    size_ = static_cast<std::size_t>(info.st_size);
    if (size_ > kLargest) {
      throw Error(ErrorCode::malformed, fmt::format("{}: larger than 64 MB", path_));
    }
    std::string text(size_, '\0');
    std::size_t got = 0;
    while (got < text.size()) {
      const ssize_t more =
          ::pread(file_, text.data() + got, text.size() - got, static_cast<off_t>(got));
      if (more <= 0) fail();
      got += static_cast<std::size_t>(more);
    }
    return text;
  }

  // All of it, or what stood there before.
  void append(std::string_view text) {
    try {
      while (!text.empty()) {
        const ssize_t written = ::write(file_, text.data(), text.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) fail();
        text.remove_prefix(static_cast<std::size_t>(written));
      }
      if (::fsync(file_) != 0) fail();
      if (made_) sync_folder();
    } catch (const Error&) {
      static_cast<void>(!::ftruncate(file_, static_cast<off_t>(size_)));
      throw;
    }
  }

 private:
  [[noreturn]] void fail() const { cannot_write(path_); }

  void sync_folder() const {
    const std::filesystem::path folder = place_of(path_).parent_path();
    const int opened = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (opened < 0) fail();
    const bool synced = ::fsync(opened) == 0;
    ::close(opened);
    if (!synced) fail();
  }

  std::string path_;
  int file_ = -1;
  bool made_ = false;
  std::size_t size_ = 0;
};

}  // namespace

void amend_private_file(const std::string& path, const Place& place,
                        const std::function<std::string(std::string_view whole)>& more) {
  Place grown = place;
  grown.replace = true;  // it is added to
  check_file_place(path, grown);
  LockedFile file(path);
  refuse_shared(file.number(), path);
  const std::string added = more(file.whole());
  if (!added.empty()) file.append(added);
}

}  // namespace overt::io
