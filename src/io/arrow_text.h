#pragma once

// Columns of Arrow as dictionaries of texts, whatever their type: whole numbers, decimals with
// their scale, floating-point numbers in the shortest form that reads back, dates and times in
// ISO 8601, true and false. Nulls and NaN are missing values. Times of our own files, and of tables
// that Python has made of them, are written as they say (time_columns.h).

#include <arrow/api.h>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "overt/base/progress.h"
#include "overt/table/source.h"

namespace overt::io {

// Whether the bytes are UTF-8 without NUL.
bool is_utf8_text(std::string_view bytes);

// The names of the columns, made distinct. Throws Error{malformed}, which begins with `name`, for
// columns that are nested or have no type, and where there are none.
std::vector<std::string> column_names(const arrow::Schema& schema, const std::string& name,
                                      Progress& progress);

// The columns of a batch, which are those at `selected` of all `names`. `damaged` throws.
TextBlock text_block(const arrow::RecordBatch& batch, const std::vector<std::size_t>& selected,
                     const std::vector<std::string>& names, const std::string& name,
                     const std::function<void()>& damaged);

}  // namespace overt::io
