#pragma once

// Where files may stand, and what may be replaced. The folder of a release is published: what
// is for the custodian alone must not lie in it, by whatever name somebody gets there.
//
//   link -> release        lies_in("link/kept.parquet", "release")
//   release/a -> elsewhere lies_in("release/a", "release"), although it leads out

#include <filesystem>
#include <string>

#include "overt/table/pending.h"

namespace overt::io {

// Whether `path` is the folder or lies inside it: by where it stands, or by where it leads.
// Neither need exist.
bool lies_in(const std::filesystem::path& path, const std::filesystem::path& folder);

// Whether a file of this name would be published: it lies in `release`, a folder that is to come
// (empty: none is), or in a folder that has a certificate.
bool is_published(const std::filesystem::path& path, const std::filesystem::path& release);

// Where a file or folder of this name stands: a/b/ means a/b.
std::filesystem::path place_of(const std::string& name);

// Throw Error{usage} when something stands in the place `name` that must not be replaced, or
// when it is no place for such a file; Error{io} when that cannot be found out.
void check_file_place(const std::string& name, const Place& place);
void check_folder_place(const std::string& name, const Place& place);

// Throws Error{io} with what errno says.
[[noreturn]] void cannot_write(const std::string& name);

}  // namespace overt::io
