#pragma once

// Where a table's note (table/sink.h) stands in a Parquet file: in its metadata, under this key.

namespace overt::io {

inline constexpr const char* kNoteKey = "overt";

}  // namespace overt::io
