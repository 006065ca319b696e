#pragma once

// What stands in a folder, without following a link: a folder that somebody else has made may hold
// anything, and a link leads wherever they like.

#include <filesystem>
#include <vector>

#include "overt/table/storage.h"

namespace overt::io {

// As Storage::list() says.
std::vector<FolderEntry> list_folder(const std::filesystem::path& folder);

}  // namespace overt::io
