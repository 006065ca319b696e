#include "overt/release/private_file.h"

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
namespace fs = std::filesystem;

PrivateFile::PrivateFile(const std::string& target, bool replace,
                         const std::vector<std::string>& inputs, const std::string& outside)
    : name_(target), replace_(replace) {
  const auto refuse = [&](std::string_view why) {
    throw Error(ErrorCode::usage, fmt::format("{}: {}", name_, why));
  };
  std::error_code error;
  target_ = fs::absolute(target, error).lexically_normal();
  if (!target_.has_filename()) refuse("expected the name of a file");
  if (is_published(target_, outside)) {
    refuse(
        "lies in the folder of a release; what is kept is for the custodian alone, so keep it "
        "elsewhere");
  }
  for (const std::string& input : inputs) {
    if (input != "-" && fs::equivalent(target_, input, error)) {
      refuse("not replaced: it is a file that this job reads");
    }
  }
  const auto status = fs::symlink_status(target_, error);
  if (fs::exists(status)) {
    if (!replace) {
      throw KeyedError(ErrorCode::usage, {name_, ": exists already; pass ", Key{"force"},
                                          " to replace it, or another ", Key{"keep_groups"}});
    }
    if (!fs::is_regular_file(status)) refuse("not replaced: it is not a file");
  }
  std::string pattern =
      (target_.parent_path() / fmt::format(".{}.XXXXXX", target_.filename().string())).string();
  if (::mkdtemp(pattern.data()) == nullptr) cannot_write(name_);  // for its owner alone
  folder_ = pattern;
}

PrivateFile::~PrivateFile() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

void PrivateFile::commit() {
  const std::string from = path().string();
  if (::chmod(from.c_str(), S_IRUSR | S_IWUSR) != 0) cannot_write(name_);
  const unsigned int how = replace_ ? 0 : RENAME_NOREPLACE;
  if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, target_.c_str(), how) == 0) return;
  // A file system that cannot promise not to replace: nothing was there a moment ago.
  if (errno != EINVAL || ::rename(from.c_str(), target_.c_str()) != 0) cannot_write(name_);
}

}  // namespace overt
