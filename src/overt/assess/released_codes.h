#pragma once

// Reads a release into the codes of its original table, for utility/. A release
// of another table, or one that was changed, is an error here: its figures would
// mean nothing.

#include <cstddef>
#include <filesystem>

#include "overt/base/progress.h"
#include "overt/table/column.h"
#include "overt/table/counted_table.h"
#include "overt/table/storage.h"
#include "overt/utility/released_table.h"
#include "overt/verify/certificate.h"

namespace overt {

// Throws Error{malformed} when the files have other SHA-256 than the certificate
// says, a group's counts do not add up, a cell or value is not one of the
// original's, or records and sensitive values are not as many. `sensitive`: of several sensitive
// columns, the number of the one whose values are read.
ReleasedTable read_released_codes(const std::filesystem::path& folder,
                                  const Certificate& certificate, const CountedTable& original,
                                  Storage& storage, Progress& progress, std::size_t sensitive = 0);

}  // namespace overt
