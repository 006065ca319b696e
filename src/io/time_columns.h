#pragma once

// Columns of timestamps and times with a type of Arrow's, whose file says how their texts are
// written (table/time_form.h): in the metadata, for the column seen the key overt.written.seen.
// Included by src/io only.
//
//   2014-01-01 01:15, 2014-01-02 12:30   ->  timestamp[ms] 1388538900000, ..  " HH:MM"
//
// Moments are in UTC, whatever their offset: other readers know no others in a Parquet file.

#include <arrow/api.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "overt/table/time_form.h"

namespace overt::io {

std::string written_key(std::string_view column);

std::shared_ptr<arrow::DataType> type_of(const TimeForm& form);
// REQUIRES: the form counts all of the texts.
std::shared_ptr<arrow::Array> times_of(const arrow::StringArray& texts, const TimeForm& form);

// Their texts. Nothing where the form is not one of such a column, or does not say all of a value:
// nobody may see more in a file than is verified.
std::shared_ptr<arrow::DictionaryArray> time_texts(const arrow::Array& times,
                                                   std::string_view form);

}  // namespace overt::io
