#pragma once

// Parquet as a TableSource: row groups one after the other, strings as the
// dictionaries they are stored as, every other flat type as the text that CSV
// would have (dates in ISO 8601, decimals with their scale).

#include <memory>

#include "io/bytes.h"
#include "overt/base/progress.h"
#include "overt/table/source.h"

namespace overt::io {

// `head` are bytes of `input` that were read already. Throws Error{malformed}
// for a damaged file and for nested columns.
std::unique_ptr<TableSource> open_parquet(const std::string& path,
                                          std::unique_ptr<InputBytes> input, std::string head,
                                          bool hashed, Progress& progress);

}  // namespace overt::io
