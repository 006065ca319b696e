#include "cli/custodian_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "overt/base/error.h"

namespace overt::cli {
namespace {

namespace fs = std::filesystem;

// Where a path leads, whether or not all of it is there.
fs::path resolved(const fs::path& path) {
  std::error_code error;
  fs::path result = fs::weakly_canonical(fs::absolute(path, error), error);
  return result.has_filename() ? result : result.parent_path();
}

bool inside(const fs::path& path, const fs::path& folder) {
  for (fs::path at = path; at != at.root_path(); at = at.parent_path()) {
    if (at == folder) return true;
  }
  return false;
}

fs::path checked(const fs::path& target, const Job& job, bool force) {
  const std::string name = target.string();
  // A link is replaced, not followed, so what counts is where it stands; but whoever has put
  // one into the release folder is not to be trusted to know that.
  const fs::path beside = resolved(target.parent_path().empty() ? "." : target.parent_path());
  const fs::path folder = resolved(job.output);
  if (inside(beside / target.filename(), folder) || inside(resolved(target), folder)) {
    throw Error(ErrorCode::usage,
                fmt::format("{}: not written: the release folder is published, and a custodian's "
                            "report must not be",
                            name));
  }
  std::vector<std::string> inputs = {job.input, job.key_file};
  for (const auto& [column, file] : job.hierarchies) inputs.push_back(file);
  for (const std::string& input : inputs) {
    std::error_code ignored;
    if (!input.empty() && input != "-" && fs::equivalent(input, target, ignored)) {
      throw Error(ErrorCode::usage,
                  fmt::format("{}: not replaced: it is a file that this job reads", name));
    }
  }
  if (job.input == "-") {
    throw Error(ErrorCode::usage,
                "custodian_report: the table is read again for it, so it cannot come from standard "
                "input");
  }
  check_replaceable(target, force);
  return target;
}

[[noreturn]] void cannot_write(const fs::path& target) {
  throw Error(ErrorCode::io, fmt::format("{}: cannot be written: {}", target.string(),
                                         std::generic_category().message(errno)));
}

}  // namespace

CustodianFile::CustodianFile(const fs::path& target, const Job& job, bool force)
    : target_(checked(target, job, force)), partial_(target_) {
  descriptor_ =
      ::open(partial_.path().c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (descriptor_ < 0) cannot_write(target_);
}

CustodianFile::~CustodianFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void CustodianFile::write(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor_, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) cannot_write(target_);
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

void CustodianFile::finish() {
  const int descriptor = descriptor_;
  descriptor_ = -1;
  if (::close(descriptor) != 0) cannot_write(target_);
  partial_.finish();
}

}  // namespace overt::cli
