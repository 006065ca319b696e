#include "io/placement.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <vector>

#include "io/folder_listing.h"
#include "overt/base/error.h"
#include "overt/base/keyed_error.h"

namespace overt::io {
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

[[noreturn]] void refuse(const std::string& name, const std::string& why) {
  throw Error(ErrorCode::usage, fmt::format("{}: {}", name, why));
}

[[noreturn]] void exists_already(const std::string& name, const Place& place) {
  if (!place.forcible) refuse(name, "exists already");
  const Key force{"force"};
  if (place.key.empty()) {
    throw KeyedError(ErrorCode::usage, {name, ": exists already; pass ", force, " to replace it"});
  }
  throw KeyedError(ErrorCode::usage, {name, ": exists already; pass ", force,
                                      " to replace it, or another ", Key{place.key}});
}

// Whether something has this name, be it a link that leads nowhere.
bool is_taken(const std::string& name) {
  struct stat info {};
  if (::lstat(place_of(name).c_str(), &info) == 0) return true;
  if (errno != ENOENT) cannot_write(name);
  return false;
}

// Replacing a folder means deleting what is in it.
void check_content(const fs::path& target, const std::string& name, MayGo may_go) {
  std::error_code error;
  const std::vector<FolderEntry> entries = list_folder(target, name);
  if (!entries.empty() && !fs::exists(target / "certificate.json", error)) {
    refuse(name,
           "not replaced: it holds files but no certificate.json, so it is not an earlier release");
  }
  for (const FolderEntry& entry : entries) {
    if (may_go == nullptr || !may_go(entry.path) || entry.kind == EntryKind::other) {
      refuse(name, fmt::format("not replaced: it holds {}, which is not of a release", entry.path));
    }
  }
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

fs::path place_of(const std::string& name) {
  std::error_code error;
  const fs::path target = fs::absolute(name, error).lexically_normal();
  return target.has_filename() ? target : target.parent_path();
}

void check_file_place(const std::string& name, const Place& place) {
  if (place.readers == Readers::custodian && is_published(name, place.release)) {
    refuse(name, "not written: the folder of a release is published, and this must not be");
  }
  if (!fs::path(name).has_filename()) refuse(name, "expected the name of a file");
  for (const std::string& input : place.inputs) {
    std::error_code ignored;
    if (input != "-" && fs::equivalent(name, input, ignored)) {
      refuse(name, "not replaced: it is a file that this job reads");
    }
  }
  if (!is_taken(name)) return;
  // A link is replaced, not followed; one that leads nowhere, too.
  std::error_code error;
  const fs::file_status status = fs::status(name, error);
  if (fs::is_directory(status)) {
    throw Error(ErrorCode::io, fmt::format("{}: cannot be written: it is a directory", name));
  }
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    refuse(name, "not replaced: it is not a file");
  }
  if (!place.replace) exists_already(name, place);
}

void check_folder_place(const std::string& name, const Place& place) {
  if (!is_taken(name)) return;
  if (!place.replace) exists_already(name, place);
  const fs::path target = place_of(name);
  std::error_code error;
  if (!fs::is_directory(target, error)) refuse(name, "not replaced: it is not a folder");
  if (lies_in(fs::current_path(error), target)) {
    refuse(name, "not replaced: it holds the working directory");
  }
  for (const std::string& input : place.inputs) {
    if (input != "-" && lies_in(input, target)) {
      refuse(name, "not replaced: it holds a file that this job reads");
    }
  }
  check_content(target, name, place.may_go);
}

void cannot_write(const std::string& name) {
  throw Error(ErrorCode::io, fmt::format("{}: cannot be written: {}", name,
                                         std::generic_category().message(errno)));
}

}  // namespace overt::io
