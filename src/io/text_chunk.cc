#include "io/text_chunk.h"

namespace overt::io {
namespace {

// What a chunk with nulls needs to own: the array and indices of its own.
struct OwnedCodes {
  std::shared_ptr<arrow::DictionaryArray> array;
  std::vector<std::int32_t> codes;
};

}  // namespace

TextChunk text_chunk(const std::shared_ptr<arrow::DictionaryArray>& array) {
  TextChunk chunk;
  const auto& values = static_cast<const arrow::StringArray&>(*array->dictionary());
  chunk.values.reserve(static_cast<std::size_t>(values.length()));
  for (std::int64_t i = 0; i < values.length(); ++i) chunk.values.push_back(values.GetView(i));

  const auto& indices = static_cast<const arrow::Int32Array&>(*array->indices());
  const auto length = static_cast<std::size_t>(indices.length());
  if (indices.null_count() == 0) {
    chunk.codes = {indices.raw_values(), length};
    chunk.owner = array;
    return chunk;
  }
  auto owned = std::make_shared<OwnedCodes>();
  owned->array = array;
  owned->codes.resize(length);
  for (std::size_t i = 0; i < length; ++i) {
    const auto at = static_cast<std::int64_t>(i);
    owned->codes[i] = indices.IsNull(at) ? -1 : indices.Value(at);
  }
  chunk.codes = owned->codes;
  chunk.owner = owned;
  return chunk;
}

}  // namespace overt::io
