#pragma once

// What stands in a folder, without following a link: a folder that somebody else has made may hold
// anything, and a link leads wherever they like. Not by the iterators of std::filesystem, which end
// the process where they get no memory.

#include <filesystem>
#include <string>
#include <vector>

#include "overt/table/storage.h"

namespace overt::io {

// As Storage::list() says.
std::vector<FolderEntry> list_folder(const std::filesystem::path& folder);
// The same; messages call the folder `name`.
std::vector<FolderEntry> list_folder(const std::filesystem::path& folder, const std::string& name);

}  // namespace overt::io
