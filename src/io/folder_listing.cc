#include "io/folder_listing.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <new>
#include <string_view>
#include <system_error>

#include "overt/base/error.h"

namespace overt::io {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& name) {
  const int why = errno;
  if (why == ENOMEM) throw std::bad_alloc();
  throw Error(ErrorCode::io,
              fmt::format("{}: cannot be read: {}", name, std::generic_category().message(why)));
}

struct CloseFolder {
  void operator()(DIR* folder) const { ::closedir(folder); }
};
using Folder = std::unique_ptr<DIR, CloseFolder>;

// Nothing where there is no such folder. `name` for messages.
Folder open_folder(int parent, const char* path, int how, const std::string& name) {
  const int opened = ::openat(parent, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | how);
  if (opened < 0 && errno != ENOENT && errno != ENOTDIR) fail(name);
  if (opened < 0) return nullptr;
  Folder folder(::fdopendir(opened));
  if (!folder) {
    ::close(opened);
    errno = ENOMEM;
    fail(name);
  }
  return folder;
}

void add_entries(DIR* folder, const fs::path& below, const std::string& name,
                 std::vector<FolderEntry>& entries) {
  while (true) {
    errno = 0;
    const dirent* const entry = ::readdir(folder);
    if (entry == nullptr && errno != 0) fail(name);
    if (entry == nullptr) return;
    const std::string_view own = entry->d_name;
    if (own == "." || own == "..") continue;
    struct stat info {};
    if (::fstatat(::dirfd(folder), entry->d_name, &info, AT_SYMLINK_NOFOLLOW) != 0) fail(name);
    const fs::path path = below / own;
    entries.push_back({path.string(), S_ISREG(info.st_mode)   ? EntryKind::file
                                      : S_ISDIR(info.st_mode) ? EntryKind::folder
                                                              : EntryKind::other});
    if (!S_ISDIR(info.st_mode)) continue;
    if (const Folder inner = open_folder(::dirfd(folder), entry->d_name, O_NOFOLLOW, name)) {
      add_entries(inner.get(), path, name, entries);
    }
  }
}

}  // namespace

std::vector<FolderEntry> list_folder(const fs::path& folder) {
  return list_folder(folder, folder.string());
}

std::vector<FolderEntry> list_folder(const fs::path& folder, const std::string& name) {
  std::vector<FolderEntry> result;
  if (const Folder opened = open_folder(AT_FDCWD, folder.c_str(), 0, name)) {
    add_entries(opened.get(), {}, name, result);
  }
  std::sort(result.begin(), result.end(),
            [](const FolderEntry& a, const FolderEntry& b) { return a.path < b.path; });
  return result;
}

}  // namespace overt::io
