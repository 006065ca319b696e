#pragma once

// What is inside a file that gzip or zstd has made, whatever the file is called.

#include <memory>
#include <string>
#include <string_view>

#include "io/bytes.h"

namespace overt::io {

// Whether a file that begins so is one of theirs.
bool is_compressed(std::string_view head);

// `head` are bytes of `input` that were read already. Throws Error{malformed} while reading, when
// the file is cut short or damaged. REQUIRES: is_compressed(head).
std::unique_ptr<Bytes> decompressed(std::unique_ptr<Bytes> input, std::string head);

}  // namespace overt::io
