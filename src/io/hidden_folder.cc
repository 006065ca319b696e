#include "io/hidden_folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <new>
#include <system_error>
#include <utility>

#include "io/placement.h"
#include "overt/base/error.h"

namespace overt::io {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMark = ".overt-";
constexpr std::size_t kRandom = 6;  // characters that mkdtemp() chooses

std::string prefix_of(const fs::path& target) {
  return fmt::format(".{}{}", target.filename().string(), kMark);
}

// Whether it is called as a hidden folder is: what others wrote must not make us take over, and
// then remove, any folder of ours.
bool has_hidden_name(const fs::path& path) {
  const std::string own = path.filename().string();
  const std::size_t mark = own.rfind(kMark);
  return own.starts_with('.') && mark != own.npos && mark > 1 &&
         own.size() == mark + kMark.size() + kRandom;
}

// Opens and locks the folder. Where there are no locks it stays without: then nobody can take it
// over either.
int open_locked(const char* path, bool need_lock) {
  const int folder = ::open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (folder < 0) return -1;
  const bool locked = ::flock(folder, LOCK_EX | LOCK_NB) == 0;
  struct stat opened {};
  struct stat named {};
  // Between open() and flock() somebody may have locked and removed it.
  const bool there = ::fstat(folder, &opened) == 0 && ::lstat(path, &named) == 0 &&
                     opened.st_ino == named.st_ino && opened.st_dev == named.st_dev;
  const bool refused = !locked && (need_lock || errno == EWOULDBLOCK);
  if (there && !refused && opened.st_uid == ::geteuid()) return folder;
  ::close(folder);
  return -1;
}

// Removes a folder and all that is in it, as far as it can. Not by remove_all(), which ends the
// process where it gets no memory: this comes after everything has been put in place.
void remove_folder(int parent, const char* name) noexcept {
  const int opened = ::openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  DIR* const folder = opened < 0 ? nullptr : ::fdopendir(opened);
  if (folder == nullptr && opened >= 0) ::close(opened);
  for (const dirent* entry = folder == nullptr ? nullptr : ::readdir(folder); entry != nullptr;
       entry = ::readdir(folder)) {
    const std::string_view inner = entry->d_name;
    if (inner == "." || inner == ".." || ::unlinkat(opened, entry->d_name, 0) == 0) continue;
    if (errno == EISDIR || errno == EPERM) remove_folder(opened, entry->d_name);
  }
  if (folder != nullptr) ::closedir(folder);
  static_cast<void>(::unlinkat(parent, name, AT_REMOVEDIR));
}

}  // namespace

HiddenFolder HiddenFolder::beside(const fs::path& target, const std::string& name) {
  for (int attempt = 0;; ++attempt) {
    std::string path =
        (target.parent_path() / (prefix_of(target) + std::string(kRandom, 'X'))).string();
    if (::mkdtemp(path.data()) == nullptr) cannot_write(name);  // for its owner alone
    const int lock = open_locked(path.c_str(), false);
    if (lock >= 0) {
      try {
        return {path, lock, true};
      } catch (const std::bad_alloc&) {  // nobody else knows of it
        ::rmdir(path.c_str());
        ::close(lock);
        throw;
      }
    }
    // A run that clears up was faster: it takes a folder without a lock for one that was left.
    if (attempt == 10) cannot_write(name);
  }
}

HiddenFolder HiddenFolder::for_a_while(const std::string& purpose) {
  std::error_code error;
  const fs::path place = fs::temp_directory_path(error) / ("overt-" + purpose);
  if (error) throw Error(ErrorCode::io, "there is no folder for temporary files");
  for (const fs::path& path : hidden_folders(place)) {
    if (auto left = left_at(path)) left->remove();
  }
  return beside(place, place.string());
}

std::optional<HiddenFolder> HiddenFolder::left_at(const fs::path& path) {
  const int lock = has_hidden_name(path) ? open_locked(path.c_str(), true) : -1;
  if (lock < 0) return std::nullopt;
  return HiddenFolder(path, lock, false);
}

HiddenFolder::HiddenFolder(HiddenFolder&& other) noexcept
    : path_(std::move(other.path_)),
      lock_(std::exchange(other.lock_, -1)),
      passing_(std::exchange(other.passing_, false)) {
  other.path_.clear();
}

HiddenFolder::~HiddenFolder() {
  if (passing_) remove();
  leave();
}

fs::path HiddenFolder::target() const {
  const std::string own = path_.filename().string();
  return path_.parent_path() / own.substr(1, own.size() - 1 - kMark.size() - kRandom);
}

void HiddenFolder::remove() noexcept {
  passing_ = false;
  // What is left for want of memory the next run to the place finds without a lock, and removes.
  remove_folder(AT_FDCWD, path_.c_str());
}

void HiddenFolder::leave() noexcept {
  passing_ = false;
  if (lock_ >= 0) ::close(lock_);
  lock_ = -1;
}

std::vector<fs::path> hidden_folders(const fs::path& target) {
  std::vector<fs::path> result;
  const std::string prefix = prefix_of(target);
  // Not by a directory_iterator, which ends the process where it gets no memory.
  const auto close = [](DIR* folder) { ::closedir(folder); };
  const std::unique_ptr<DIR, decltype(close)> folder(::opendir(target.parent_path().c_str()));
  for (const dirent* entry = folder ? ::readdir(folder.get()) : nullptr; entry != nullptr;
       entry = ::readdir(folder.get())) {
    const std::string_view name = entry->d_name;
    if (name.size() == prefix.size() + kRandom && name.starts_with(prefix)) {
      result.push_back(target.parent_path() / name);
    }
  }
  std::sort(result.begin(), result.end());
  return result;
}

}  // namespace overt::io
