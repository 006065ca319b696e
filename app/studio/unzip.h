#pragma once

// A zip file that somebody else has made, taken apart by libarchive: a release that came by mail or
// was downloaded. What is in it is not believed: files alone, by names that lead nowhere, not more
// of them and not more bytes than a release may have, however small the zip file is.
//
//   read_zip(file, {1000, most}, progress, [&](const std::string& name, std::string_view bytes) ..)
//   unzip_release(file, folder, progress)     // the folder in it that holds the certificate

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "overt/base/progress.h"

namespace overt::studio {

struct ZipLimits {
  std::size_t files = 0;
  std::uint64_t bytes = 0;  // of all files together, unpacked
};

// Calls `take` with the pieces of each file in turn, at least once for each, with an empty piece
// for an empty one. A name is a path of at most three parts without "..". Throws Error{malformed}
// for what is no zip file, holds something else than files and folders, or exceeds the limits.
using TakePiece = std::function<void(const std::string& name, std::string_view piece)>;
void read_zip(const std::filesystem::path& file, const ZipLimits& limits, Progress& progress,
              const TakePiece& take);

// Writes what is in the zip file below `folder`, which is empty. Returns the folder of the release:
// the one that holds certificate.json, which is all that there is. Throws Error.
std::filesystem::path unzip_release(const std::filesystem::path& file,
                                    const std::filesystem::path& folder, Progress& progress);

}  // namespace overt::studio
