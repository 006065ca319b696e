#include "overt/release/placement.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <vector>

#include "overt/base/error.h"

namespace overt {
namespace {

namespace fs = std::filesystem;

// Where a path leads, whether or not all of it is there; a/b/ means a/b.
fs::path resolved(const fs::path& path) {
  std::error_code ignored;
  const fs::path result = fs::weakly_canonical(fs::absolute(path, ignored), ignored);
  return result.has_filename() ? result : result.parent_path();
}

// All folders that a path stands in or leads into, and itself. A link is replaced, not followed,
// when its file is written, so what counts is where it stands; but whoever has put one into a
// folder is not to be trusted to know that.
std::vector<fs::path> ancestors(const fs::path& path) {
  std::error_code ignored;
  const fs::path own = fs::absolute(path, ignored).lexically_normal();
  const fs::path named = own.has_filename() ? own : own.parent_path();
  std::vector<fs::path> result;
  for (fs::path at : {resolved(named.parent_path()) / named.filename(), resolved(path)}) {
    for (; at != at.parent_path(); at = at.parent_path()) result.push_back(at);
    result.push_back(at);
  }
  return result;
}

}  // namespace

bool lies_in(const fs::path& path, const fs::path& folder) {
  const std::vector<fs::path> all = ancestors(path);
  const fs::path end = resolved(folder);
  return std::any_of(all.begin(), all.end(), [&](const fs::path& at) {
    std::error_code ignored;
    return at == end || fs::equivalent(at, end, ignored);
  });
}

bool is_published(const fs::path& path, const fs::path& release) {
  if (!release.empty() && lies_in(path, release)) return true;
  const std::vector<fs::path> all = ancestors(path);
  return std::any_of(all.begin(), all.end(), [](const fs::path& at) {
    std::error_code ignored;
    return fs::exists(at / "certificate.json", ignored);
  });
}

void cannot_write(const std::string& name) {
  throw Error(ErrorCode::io, fmt::format("{}: cannot be written: {}", name,
                                         std::generic_category().message(errno)));
}

}  // namespace overt
