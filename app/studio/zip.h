#pragma once

// A folder as a zip file, by libarchive, written while it is read: a large release is never held in
// memory or on the disk twice.

#include <filesystem>

#include "studio/http.h"

namespace overt::studio {

// Files of `folder` and of folders in it, under their paths there below `name`; nothing that is not
// a plain file. Throws Error{io}; ends early when nobody listens.
void write_zip(const std::filesystem::path& folder, const std::string& name, const Write& write);

}  // namespace overt::studio
