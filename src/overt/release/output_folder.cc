#include "overt/release/output_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <cerrno>
#include <system_error>

#include "overt/base/error.h"
#include "overt/base/keyed_error.h"
#include "overt/release/placement.h"

namespace overt {
namespace {

namespace fs = std::filesystem;

// Replacing means deleting what is there, so only what looks like an earlier
// release may be replaced.
void check_replaceable(const fs::path& target, const std::string& name,
                       const std::vector<std::string>& inputs) {
  const auto refuse = [&](const char* why) {
    throw Error(ErrorCode::usage, fmt::format("{}: not replaced: {}", name, why));
  };
  std::error_code error;
  if (!fs::is_directory(target, error)) refuse("it is not a folder");
  if (lies_in(fs::current_path(error), target)) refuse("it holds the working directory");
  for (const std::string& input : inputs) {
    if (input != "-" && lies_in(input, target)) refuse("it holds a file that this job reads");
  }
  fs::directory_iterator entries(target, error);
  if (error) {
    throw Error(ErrorCode::io, fmt::format("{}: cannot be read: {}", name, error.message()));
  }
  bool empty = true;
  for (const auto& entry : entries) {
    empty = false;
    if (entry.is_directory(error) && entry.path().filename() != "hierarchies") {
      refuse("it holds folders, so it is not an earlier release");
    }
  }
  if (!empty && !fs::exists(target / "certificate.json", error)) {
    refuse("it holds files but no certificate.json, so it is not an earlier release");
  }
}

}  // namespace

OutputFolder::OutputFolder(const std::string& target, bool replace,
                           const std::vector<std::string>& inputs)
    : name_(target), replace_(replace), on_disk_(true) {
  std::error_code error;
  target_ = fs::absolute(target, error).lexically_normal();
  if (!target_.has_filename()) target_ = target_.parent_path();  // a/b/ means a/b
  if (fs::exists(fs::symlink_status(target_, error))) {
    if (!replace) {
      throw KeyedError(ErrorCode::usage, {name_, ": exists already; pass ", Key{"force"},
                                          " to replace it, or another ", Key{"output"}});
    }
    check_replaceable(target_, name_, inputs);
  }
  std::string pattern =
      (target_.parent_path() / fmt::format(".{}.XXXXXX", target_.filename().string())).string();
  if (::mkdtemp(pattern.data()) == nullptr) cannot_write(name_);
  temporary_ = pattern;
}

OutputFolder::~OutputFolder() {
  std::error_code ignored;
  if (on_disk_ && !temporary_.empty()) fs::remove_all(temporary_, ignored);
}

void OutputFolder::commit() {
  if (!on_disk_) return;
  // mkdtemp() makes folders for the owner alone; the finished one gets the
  // permissions that any new folder of this user has.
  const mode_t mask = ::umask(0);
  ::umask(mask);
  ::chmod(temporary_.c_str(), 0777 & ~mask);
  const auto rename = [&](unsigned int how) {
    return ::renameat2(AT_FDCWD, temporary_.c_str(), AT_FDCWD, target_.c_str(), how) == 0;
  };
  if (rename(RENAME_NOREPLACE)) {
    temporary_.clear();
    return;
  }
  if (errno == EEXIST && !replace_) {
    throw Error(ErrorCode::usage, fmt::format("{}: exists already", name_));
  }
  // The exchange leaves the old folder under the temporary name, which the
  // destructor removes.
  if (errno == EEXIST && rename(RENAME_EXCHANGE)) return;
  if (errno != EINVAL) cannot_write(name_);
  // A file system without these two: move the old folder aside first.
  std::error_code error;
  const fs::path aside = temporary_.string() + ".old";
  const bool old = fs::exists(target_, error);
  if (old) fs::rename(target_, aside, error);
  fs::rename(temporary_, target_, error);
  if (error) {
    if (old) fs::rename(aside, target_, error);
    cannot_write(name_);
  }
  temporary_ = old ? aside : fs::path();
}

}  // namespace overt
