#include "io/folder_listing.h"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>

#include "overt/base/error.h"

namespace overt::io {

namespace fs = std::filesystem;

std::vector<FolderEntry> list_folder(const fs::path& folder) {
  const auto fail = [&](const std::error_code& error) {
    throw Error(ErrorCode::io,
                fmt::format("{}: cannot be read: {}", folder.string(), error.message()));
  };
  std::vector<FolderEntry> result;
  std::error_code error;
  fs::recursive_directory_iterator at(folder, error);
  if (error == std::errc::no_such_file_or_directory || error == std::errc::not_a_directory) {
    return result;
  }
  if (error) fail(error);
  while (at != fs::end(at)) {
    const fs::file_status status = at->symlink_status(error);
    if (error) fail(error);
    result.push_back({at->path().lexically_relative(folder).string(),
                      fs::is_regular_file(status) ? EntryKind::file
                      : fs::is_directory(status)  ? EntryKind::folder
                                                  : EntryKind::other});
    at.increment(error);
    if (error) fail(error);
  }
  std::sort(result.begin(), result.end(),
            [](const FolderEntry& a, const FolderEntry& b) { return a.path < b.path; });
  return result;
}

}  // namespace overt::io
