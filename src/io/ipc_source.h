#pragma once

// Arrow IPC files, which are also called Feather, as a TableSource: batch after batch, columns as
// in arrow_text.h.

#include <memory>
#include <string>

#include "io/bytes.h"
#include "overt/base/progress.h"
#include "overt/table/source.h"

namespace overt::io {

// What such a file begins with.
inline constexpr std::string_view kIpcMark = "ARROW1";

// `head` are bytes of `input` that were read already. Throws Error{malformed} for a damaged file
// and for nested columns.
std::unique_ptr<TableSource> open_ipc(const std::string& path, std::unique_ptr<InputBytes> input,
                                      std::string head, Progress& progress);

}  // namespace overt::io
