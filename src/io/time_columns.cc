#include "io/time_columns.h"

#include <utility>

#include "io/arrow_status.h"
#include "overt/table/key_codes.h"

namespace overt::io {
namespace {

arrow::TimeUnit::type unit_of(TimeUnit unit) {
  return unit == TimeUnit::milli   ? arrow::TimeUnit::MILLI
         : unit == TimeUnit::micro ? arrow::TimeUnit::MICRO
                                   : arrow::TimeUnit::NANO;
}

std::int64_t nanoseconds_of(arrow::TimeUnit::type unit) {
  return unit == arrow::TimeUnit::SECOND  ? 1'000'000'000
         : unit == arrow::TimeUnit::MILLI ? 1'000'000
         : unit == arrow::TimeUnit::MICRO ? 1'000
                                          : 1;
}

template <typename Builder>
std::shared_ptr<arrow::Array> counted(const arrow::StringArray& texts, const TimeForm& form) {
  Builder builder(type_of(form), throwing_pool());
  static_cast<void>(builder.Reserve(texts.length()));  // the pool throws
  for (std::int64_t i = 0; i < texts.length(); ++i) {
    const std::int64_t count = form.count(texts.GetView(i)).value_or(0);
    builder.UnsafeAppend(static_cast<typename Builder::value_type>(count));
  }
  return *builder.Finish();
}

template <typename ArrayType>
std::shared_ptr<arrow::DictionaryArray> printed(const arrow::Array& array, const TimeForm& form,
                                                arrow::TimeUnit::type unit) {
  const auto& times = static_cast<const ArrayType&>(array);
  KeyCodes<std::int64_t> known;
  arrow::Int32Builder codes(throwing_pool());
  static_cast<void>(codes.Reserve(array.length()));
  for (std::int64_t i = 0; i < array.length(); ++i) {
    if (times.IsNull(i)) {
      codes.UnsafeAppendNull();
    } else {
      codes.UnsafeAppend(static_cast<std::int32_t>(known.code(times.Value(i))));
    }
  }
  arrow::StringBuilder texts(throwing_pool());
  for (const std::int64_t at : known.keys()) {
    const auto text = form.print(Nanoseconds{at} * nanoseconds_of(unit));
    if (!text) return nullptr;
    static_cast<void>(texts.Append(*text));
  }
  return std::make_shared<arrow::DictionaryArray>(arrow::dictionary(arrow::int32(), arrow::utf8()),
                                                  *codes.Finish(), *texts.Finish());
}

}  // namespace

std::string written_key(std::string_view column) { return "overt.written." + std::string(column); }

std::shared_ptr<arrow::DataType> type_of(const TimeForm& form) {
  const auto unit = unit_of(form.unit());
  if (form.timestamp()) return arrow::timestamp(unit, form.offset.empty() ? "" : "UTC");
  return unit == arrow::TimeUnit::MILLI ? arrow::time32(unit) : arrow::time64(unit);
}

std::shared_ptr<arrow::Array> times_of(const arrow::StringArray& texts, const TimeForm& form) {
  if (form.timestamp()) return counted<arrow::TimestampBuilder>(texts, form);
  return form.unit() == TimeUnit::milli ? counted<arrow::Time32Builder>(texts, form)
                                        : counted<arrow::Time64Builder>(texts, form);
}

std::shared_ptr<arrow::DictionaryArray> time_texts(const arrow::Array& times,
                                                   std::string_view form) {
  const auto parsed = parse_time_form(form);
  if (!parsed) return nullptr;
  switch (times.type_id()) {
    case arrow::Type::TIMESTAMP: {
      const auto& type = static_cast<const arrow::TimestampType&>(*times.type());
      if (!parsed->timestamp() || type.timezone().empty() != parsed->offset.empty()) return nullptr;
      return printed<arrow::TimestampArray>(times, *parsed, type.unit());
    }
    case arrow::Type::TIME32:
    case arrow::Type::TIME64: {
      const auto unit = static_cast<const arrow::TimeType&>(*times.type()).unit();
      if (parsed->timestamp()) return nullptr;
      return times.type_id() == arrow::Type::TIME32
                 ? printed<arrow::Time32Array>(times, *parsed, unit)
                 : printed<arrow::Time64Array>(times, *parsed, unit);
    }
    default:
      return nullptr;
  }
}

}  // namespace overt::io
