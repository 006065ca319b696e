#pragma once

// Texts that are not UTF-8, made so on the way in: latin1, windows-1252, and UTF-16 with or
// without a byte order mark.

#include <memory>
#include <string>
#include <string_view>

#include "io/bytes.h"
#include "overt/table/source.h"

namespace overt::io {

// UTF-16 is known by its byte order mark.
bool has_utf16_mark(std::string_view head);

// `head` are bytes of `input` that were read already. Throws Error{malformed} while reading, for
// bytes that are no text of the encoding. REQUIRES: not utf8.
std::unique_ptr<Bytes> recoded(std::unique_ptr<Bytes> input, std::string head, Encoding encoding);

}  // namespace overt::io
