#pragma once

// One column of an Arrow batch as a dictionary of texts. The formats are those of the C data
// interface: "u" is utf8, "i" a 32-bit integer (arrow_stream.h).

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "overt/table/source.h"
#include "python/src/arrow_stream.h"

namespace overt::python {

// What a column holds, and for a dictionary what its values are.
struct ColumnKind {
  char type = 0;  // 'u', 'U', 'v' (utf8_view), 'b', 'n', 'f', 'g', or an integer's letter
  bool dictionary = false;
  char values = 0;  // of a dictionary: 'u', 'U' or 'v'; `type` is its index then
};

// Nothing for a type that is not read here.
std::optional<ColumnKind> column_kind(const ArrowSchema& field);

// Records first .. first+records-1 of an array.
struct ColumnSlice {
  const ArrowArray& array;
  ColumnKind kind;
  std::int64_t first;
  std::size_t records;
};

// `owner` keeps the array's buffers. Where something is wrong with the values, `wrong` says
// what, without them.
TextChunk text_chunk(const ColumnSlice& slice, const std::shared_ptr<const void>& owner,
                     std::string_view& wrong);

// Whether the bytes are UTF-8 without NUL.
bool is_utf8_text(std::string_view bytes);

}  // namespace overt::python
