#pragma once

// Arrow's dictionaries as the core's TextChunk. Included by src/io only.

#include <arrow/api.h>

#include <memory>
#include <string>

#include "overt/table/source.h"

namespace overt::io {

// `array` is a dictionary of strings with 32-bit indices. Without nulls nothing
// is copied: the chunk keeps the array alive.
TextChunk text_chunk(const std::shared_ptr<arrow::DictionaryArray>& array);

}  // namespace overt::io
