#pragma once

// A table that is in memory already, as the core reads tables: any producer of an Arrow stream
// (pandas, polars, duckdb, pyarrow), batch by batch. Texts are not copied: a block points into
// the producer's buffers and keeps them alive.
//
// Read here: utf8, large_utf8, utf8_view, dictionaries of them with any index, booleans, whole
// numbers, and the null type. Everything else (decimals, dates, times, floats) is text before it
// comes here, made by pyarrow as the command line makes it (overt/_input.py).
//
// Cost: a look into a hash table for each text; the columns of a batch are encoded on all cores.

#include <memory>
#include <string>

#include "overt/table/source.h"
#include "python/src/arrow_stream.h"

namespace overt::python {

// A table, opened: its stream, its file's SHA-256 if that was asked for, and the note beside
// it (table/sink.h) if there is one.
struct OpenedTable {
  Owned<ArrowArrayStream> stream;
  std::string sha256;
  std::string note;
};

// Throws Error{malformed} for columns that cannot be read, have no name, or the same name.
std::unique_ptr<TableSource> arrow_source(OpenedTable table, std::string name);

}  // namespace overt::python
