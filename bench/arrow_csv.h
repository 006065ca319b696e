#pragma once

// Arrow as anybody would use it for CSV, for the baseline and for the checks.

#include <arrow/api.h>

#include <filesystem>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>

namespace overt::bench {

template <typename T>
T must(arrow::Result<T> result) {
  if (!result.ok()) throw std::runtime_error(result.status().ToString());
  return std::move(result).ValueUnsafe();
}
void must(const arrow::Status& status);

// Reads a CSV file with Arrow's default threads. Columns become dictionaries of
// text, those in `numbers` 64-bit integers.
std::shared_ptr<arrow::Table> read_csv(const std::filesystem::path& file, char delimiter,
                                       const std::set<std::string>& numbers);

// Names of the columns, as the header of the file has them.
std::vector<std::string> read_header(const std::filesystem::path& file, char delimiter);

// Writes a CSV file; column names are not quoted.
void write_csv(const arrow::Table& table, const std::filesystem::path& file);

// SHA-256 of a file's bytes, by OpenSSL, in hexadecimal.
std::string sha256_of(const std::filesystem::path& file);

}  // namespace overt::bench
