#include "python/src/arrow_check.h"

#include <cstdint>
#include <cstring>
#include <limits>

namespace overt::python {
namespace {

constexpr std::string_view kNoBuffers = "its buffers are missing";
constexpr std::string_view kLengths = "its lengths and offsets do not fit its batch";
constexpr std::string_view kOffsets = "its offsets do not fit its text";

// A million million records are in no memory: whoever says so would have us read somewhere else.
bool sane(const ArrowArray& array) {
  constexpr std::int64_t kMost = std::int64_t{1} << 40;
  return array.length >= 0 && array.length < kMost && array.offset >= 0 && array.offset < kMost;
}

bool is_text(char type) { return type == 'u' || type == 'U' || type == 'v'; }

// The buffers that the format asks for: validity, then what the type has.
bool has_buffers(const ArrowArray& array, char type) {
  if (type == 'n') return true;
  const std::int64_t needed = type == 'u' || type == 'U' ? 3 : type == 'v' ? 3 : 2;
  if (array.n_buffers < needed || array.buffers == nullptr) return false;
  return array.length == 0 || array.buffers[1] != nullptr;
}

template <typename Offset>
std::string_view check_offsets(const ArrowArray& array, std::int64_t first, std::int64_t count) {
  const auto* offsets = static_cast<const Offset*>(array.buffers[1]);
  if (offsets[first] < 0) return kOffsets;
  for (std::int64_t i = first; i < first + count; ++i) {
    if (offsets[i + 1] < offsets[i]) return kOffsets;
  }
  return array.buffers[2] == nullptr && offsets[first + count] > 0 ? kOffsets : std::string_view();
}

// The last buffer of an array of views says how long the others are.
std::string_view check_views(const ArrowArray& array, std::int64_t first, std::int64_t count) {
  const auto* views = static_cast<const char*>(array.buffers[1]);
  const auto* sizes = static_cast<const std::int64_t*>(array.buffers[array.n_buffers - 1]);
  const std::int64_t texts = array.n_buffers - 3;
  const auto* valid =
      array.null_count == 0 ? nullptr : static_cast<const std::uint8_t*>(array.buffers[0]);
  for (std::int64_t i = first; i < first + count; ++i) {
    if (valid != nullptr && ((valid[i / 8] >> (i % 8)) & 1U) == 0) continue;
    std::int32_t size = 0;
    std::memcpy(&size, views + 16 * i, sizeof(size));
    if (size < 0) return kOffsets;
    if (size <= 12) continue;
    std::int32_t place[2];
    std::memcpy(place, views + 16 * i + 8, sizeof(place));
    if (place[0] < 0 || place[0] >= texts || place[1] < 0 || sizes == nullptr) return kOffsets;
    if (sizes[place[0]] - place[1] < size || array.buffers[2 + place[0]] == nullptr) {
      return kOffsets;
    }
  }
  return {};
}

std::string_view check_texts(const ArrowArray& array, char type, std::int64_t first,
                             std::int64_t count) {
  if (count == 0) return {};
  if (type == 'u') return check_offsets<std::int32_t>(array, first, count);
  if (type == 'U') return check_offsets<std::int64_t>(array, first, count);
  return check_views(array, first, count);
}

}  // namespace

std::string_view defect_of_batch(const ArrowArray& batch, std::int64_t children) {
  if (!sane(batch) || batch.length > std::numeric_limits<std::int32_t>::max()) {
    return "a batch has an impossible length";
  }
  if (batch.n_children != children || batch.children == nullptr) {
    return "a batch has not the columns of its schema";
  }
  for (std::int64_t i = 0; i < children; ++i) {
    const ArrowArray* column = batch.children[i];
    if (column == nullptr || !sane(*column) || column->length < batch.offset + batch.length) {
      return kLengths;
    }
  }
  return {};
}

std::string_view defect_of_column(const ColumnSlice& slice) {
  const ArrowArray& array = slice.array;
  if (!has_buffers(array, slice.kind.type)) return kNoBuffers;
  if (!slice.kind.dictionary) {
    if (!is_text(slice.kind.type)) return {};
    return check_texts(array, slice.kind.type, slice.first,
                       static_cast<std::int64_t>(slice.records));
  }
  if (array.dictionary == nullptr) return "its dictionary is missing";
  const ArrowArray& values = *array.dictionary;
  if (!sane(values) || values.length > std::numeric_limits<std::int32_t>::max()) return kLengths;
  if (!has_buffers(values, slice.kind.values)) return kNoBuffers;
  return check_texts(values, slice.kind.values, values.offset, values.length);
}

}  // namespace overt::python
