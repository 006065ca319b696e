#include "cli/partial_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include "cli/signals.h"
#include "overt/base/error.h"

namespace overt::cli {

namespace fs = std::filesystem;

PartialFile::PartialFile(fs::path target)
    : target_(std::move(target)),
      path_(target_.parent_path() /
            fmt::format(".{}.{}", target_.filename().string(), ::getpid())) {
  unfinished(path_);
}

PartialFile::~PartialFile() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove(path_, ignored);
}

void PartialFile::finish() {
  std::error_code error;
  fs::rename(path_, target_, error);
  if (error) {
    throw Error(ErrorCode::io,
                fmt::format("{}: cannot be written: {}", target_.string(), error.message()));
  }
  path_.clear();
}

void check_replaceable(const fs::path& target, bool force) {
  const std::string name = target.string();
  std::error_code error;
  if (!fs::exists(fs::symlink_status(target, error))) return;
  if (fs::is_directory(target, error)) {
    throw Error(ErrorCode::io, fmt::format("{}: cannot be written: it is a directory", name));
  }
  // A link that leads nowhere is replaced as any other.
  if (fs::exists(target, error) && !fs::is_regular_file(target, error)) {
    throw Error(ErrorCode::usage, fmt::format("{}: not replaced: it is not a file", name));
  }
  if (!force) {
    throw Error(ErrorCode::usage,
                fmt::format("{}: exists already; pass --force to replace it", name));
  }
}

}  // namespace overt::cli
