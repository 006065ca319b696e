#pragma once

// A released table in memory, in the layout of Arrow: `group` as 32-bit integers, whole numbers
// as 64-bit ones, all else as dictionary<int32, utf8> with the values that occur, sorted. What is
// verified are these very buffers; of numbers and dates the user gets what the texts say, with the
// types of our Parquet files.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "overt/base/progress.h"
#include "overt/table/sink.h"
#include "python/src/arrow_stream.h"

namespace overt::python {

struct MemoryColumn {
  enum class Type { int32, int64, text };
  std::string name;
  Type type = Type::text;
  ValueType values = ValueType::text;  // what texts are
  std::string form = {};               // of times that are all written in one (table/time_form.h)
  std::vector<std::int32_t> codes;     // int32: the numbers; text: indices
  std::vector<std::int64_t> numbers;   // int64
  std::vector<std::uint8_t> valid;     // a bit a record; empty when there are no nulls
  std::int64_t nulls = 0;
  std::vector<std::int32_t> offsets;  // text: of the values in `bytes`
  std::string bytes;
};

struct MemoryTable {
  std::size_t records = 0;
  std::vector<MemoryColumn> columns;
  std::string note;  // as in table/sink.h; not part of the stream
};

// Copies codes, and of the values those that occur.
std::shared_ptr<const MemoryTable> memory_table(const OutTable& table, Progress& progress);

// A stream of one batch that shares the table's buffers.
ArrowArrayStream export_stream(std::shared_ptr<const MemoryTable> table);

}  // namespace overt::python
