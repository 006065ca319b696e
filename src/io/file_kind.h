#pragma once

// Files that are no tables to us, known by how they begin: what they are, and what to do with
// them, is a better answer than a delimiter that cannot be found.

#include <string_view>

namespace overt::io {

// "this is an Excel file; ..", or nothing for what may be CSV.
std::string_view foreign_kind(std::string_view head);

}  // namespace overt::io
