#pragma once

// Want of memory in Arrow, told apart from everything else that may go wrong there: whoever takes
// every failure for a damaged file blames the data for a small machine.
//
//   const auto table = reader->Read();
//   if (failed(table.status())) ...   // the file's fault; std::bad_alloc where memory was
//
// Arrow returns "no memory" as a status like any other, and in places dies of it (ValueOrDie).
// So its buffers come from a pool that throws std::bad_alloc, as its containers do anyway.

#include <arrow/memory_pool.h>
#include <arrow/status.h>
#include <parquet/exception.h>

namespace overt::io {

// Arrow's own pool. It keeps what is freed for itself, which that of the system would not; but with
// that one a release has ended with a signal where a single malloc was refused, and nobody knows
// yet where.
arrow::MemoryPool* memory_pool();

// The same, but for what it does when there is none left.
arrow::MemoryPool* throwing_pool();

// Whether `status` is an error that the file is to blame for. Throws std::bad_alloc when there
// was not enough memory, or no thread to be had.
bool failed(const arrow::Status& status);

// The same of what Parquet throws: returns if the file is to blame.
void rethrow_no_memory(const parquet::ParquetException& error);

}  // namespace overt::io
