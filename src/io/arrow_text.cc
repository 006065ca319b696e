#include "io/arrow_text.h"

#include <arrow/compute/api.h>
#include <arrow/util/utf8.h>
#include <fmt/format.h>

#include <cmath>

#include "io/arrow_status.h"
#include "io/text_chunk.h"
#include "io/time_columns.h"
#include "overt/base/error.h"
#include "overt/table/column_names.h"
#include "overt/table/key_codes.h"
#include "overt/table/number_text.h"

namespace overt::io {
namespace {

bool is_flat(const arrow::DataType& type) {
  return !arrow::is_nested(type.id()) && type.id() != arrow::Type::EXTENSION &&
         type.id() != arrow::Type::NA;
}

// Whether the indices of a dictionary are inside it: Arrow does not look.
bool in_bounds(const arrow::Array& array) {
  if (array.type_id() != arrow::Type::DICTIONARY) return true;
  const auto& dictionary = static_cast<const arrow::DictionaryArray&>(array);
  const std::int64_t values = dictionary.dictionary()->length();
  for (std::int64_t i = 0; i < array.length(); ++i) {
    if (array.IsNull(i)) continue;
    const std::int64_t index = dictionary.GetValueIndex(i);
    if (index < 0 || index >= values) return false;
  }
  return true;
}

// Floating-point numbers as texts that read back as the same numbers; NaN is a missing value.
// Nothing when one is infinite.
template <typename ArrayType>
std::shared_ptr<arrow::DictionaryArray> number_texts(const arrow::Array& array) {
  const auto& numbers = static_cast<const ArrayType&>(array);
  using Number = std::decay_t<decltype(numbers.Value(0))>;
  KeyCodes<Number> known;
  arrow::Int32Builder codes(throwing_pool());
  static_cast<void>(codes.Reserve(array.length()));  // the pool throws
  for (std::int64_t i = 0; i < array.length(); ++i) {
    if (numbers.IsNull(i) || std::isnan(numbers.Value(i))) {
      codes.UnsafeAppendNull();
    } else if (std::isinf(numbers.Value(i))) {
      return nullptr;
    } else {
      codes.UnsafeAppend(static_cast<std::int32_t>(known.code(numbers.Value(i))));
    }
  }
  arrow::StringBuilder texts(throwing_pool());
  for (const Number number : known.keys()) static_cast<void>(texts.Append(number_text(number)));
  return std::make_shared<arrow::DictionaryArray>(arrow::dictionary(arrow::int32(), arrow::utf8()),
                                                  *codes.Finish(), *texts.Finish());
}

std::shared_ptr<arrow::DictionaryArray> float_texts(const std::shared_ptr<arrow::Array>& array,
                                                    const std::string& where) {
  std::shared_ptr<arrow::DictionaryArray> texts;
  if (array->type_id() == arrow::Type::DOUBLE) {
    texts = number_texts<arrow::DoubleArray>(*array);
  } else {
    const auto wide = arrow::compute::Cast(array, arrow::float32());
    if (!failed(wide.status())) texts = number_texts<arrow::FloatArray>(*wide->make_array());
  }
  if (texts) return texts;
  throw Error(ErrorCode::malformed,
              fmt::format("{}: a value is infinite; a number or a missing value must stand in its "
                          "place",
                          where));
}

// Times in the form that the file says they are written in. Nothing where it says none, and where
// that does not say all there is: then everybody sees what others see.
std::shared_ptr<arrow::DictionaryArray> texts_as_written(const arrow::RecordBatch& batch,
                                                         int column) {
  const auto metadata = batch.schema()->metadata();
  if (!metadata || !arrow::is_temporal(batch.column(column)->type_id())) return nullptr;
  const auto form = metadata->Get(written_key(batch.schema()->field(column)->name()));
  return form.ok() ? time_texts(*batch.column(column), *form) : nullptr;
}

// Any flat column as a dictionary of strings with 32-bit indices.
std::shared_ptr<arrow::DictionaryArray> as_text(const std::shared_ptr<arrow::Array>& array,
                                                const std::string& where) {
  const auto type = arrow::dictionary(arrow::int32(), arrow::utf8());
  if (array->type()->Equals(type)) return std::static_pointer_cast<arrow::DictionaryArray>(array);
  if (array->type_id() == arrow::Type::DURATION) {
    // Arrow's texts for them are counts of a unit that nobody who reads the release would know.
    throw Error(
        ErrorCode::malformed,
        fmt::format("{}: lengths of time ({}) are not supported; give numbers of a unit that "
                    "the column's name says, such as seconds",
                    where, array->type()->ToString()));
  }
  if (arrow::is_floating(array->type_id())) return float_texts(array, where);
  if (array->type_id() == arrow::Type::DICTIONARY) {
    const auto& dictionary = static_cast<const arrow::DictionaryType&>(*array->type());
    if (dictionary.value_type()->id() != arrow::Type::STRING) {
      const auto plain = arrow::compute::Cast(array, dictionary.value_type());
      if (!failed(plain.status())) return as_text(plain->make_array(), where);
    }
  }
  arrow::Result<arrow::Datum> texts = array;
  if (!array->type()->Equals(arrow::utf8())) texts = arrow::compute::Cast(array, arrow::utf8());
  if (texts.ok()) texts = arrow::compute::DictionaryEncode(*texts);
  if (failed(texts.status())) {
    throw Error(ErrorCode::malformed, fmt::format("{}: values of the type {} cannot be read", where,
                                                  array->type()->ToString()));
  }
  return std::static_pointer_cast<arrow::DictionaryArray>(texts->make_array());
}

}  // namespace

bool is_utf8_text(std::string_view bytes) {
  static const bool kReady = [] {
    arrow::util::InitializeUTF8();  // else ValidateUTF8() finds nothing wrong
    return true;
  }();
  return kReady && arrow::util::ValidateUTF8(bytes) && bytes.find('\0') == bytes.npos;
}

std::vector<std::string> column_names(const arrow::Schema& schema, const std::string& name,
                                      Progress& progress) {
  std::vector<std::string> given;
  for (const auto& field : schema.fields()) {
    if (!is_utf8_text(field->name())) {
      throw Error(ErrorCode::malformed,
                  fmt::format("{}: column {}: the name is not UTF-8 text", name, given.size() + 1));
    }
    if (!is_flat(*field->type())) {
      throw Error(ErrorCode::malformed,
                  fmt::format("{}: column {}: nested columns and columns without a type are not "
                              "supported",
                              name, field->name()));
    }
    given.push_back(field->name());
  }
  if (given.empty()) {
    throw Error(ErrorCode::malformed, fmt::format("{}: the table has no columns", name));
  }
  ColumnNames result = distinct_names(given);
  for (const std::string& remark : result.remarks) {
    progress.warn(fmt::format("{}: {}", name, remark));
  }
  return std::move(result.names);
}

TextBlock text_block(const arrow::RecordBatch& batch, const std::vector<std::size_t>& selected,
                     const std::vector<std::string>& names, const std::string& name,
                     const std::function<void()>& damaged) {
  TextBlock block;
  block.records = static_cast<std::size_t>(batch.num_rows());
  for (std::size_t i = 0; i < selected.size(); ++i) {
    const std::string where = fmt::format("{}: column {}", name, names[selected[i]]);
    const auto column = batch.column(static_cast<int>(i));
    if (!in_bounds(*column)) damaged();
    const auto times = texts_as_written(batch, static_cast<int>(i));
    block.columns.push_back(text_chunk(times ? times : as_text(column, where)));
    for (const std::string_view text : block.columns.back().values) {
      if (!is_utf8_text(text)) {
        throw Error(ErrorCode::malformed, fmt::format("{}: a value is not UTF-8 text", where));
      }
    }
  }
  return block;
}

}  // namespace overt::io
