#pragma once

// Released tables as CSV and Parquet, written by Arrow.
//
// CSV: pieces of 16,384 records are formatted on several threads and written at
// their places; the bytes are the same whatever the number of threads. Arrow
// quotes every text, so a reader never has to guess.
// Parquet: dictionaries are sorted and hold only values that occur, and nothing
// of the input's metadata is passed on: a dictionary in order of appearance
// would tell the input's order. Numbers, dates and times have their own types (time_columns.h).

#include <filesystem>
#include <string>

#include "overt/base/progress.h"
#include "overt/table/sink.h"
#include "overt/table/storage.h"

namespace overt::io {

// REQUIRES: `missing` has no comma, quote or line break, since it is not quoted.
void write_csv(const OutTable& table, const std::filesystem::path& path, const std::string& missing,
               Progress& progress);
void write_parquet(const OutTable& table, const std::filesystem::path& path, Progress& progress);

// Rows of texts, delimited by ; without a header.
void write_rows_csv(const std::filesystem::path& path,
                    const std::vector<std::vector<std::string>>& rows);

}  // namespace overt::io
