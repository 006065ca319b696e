#pragma once

// A released table as the text of a CSV file, piece by piece: what Arrow's writer makes of it, byte
// for byte. Texts stand in quotes, numbers do not, and what is missing is the text that the job
// says. Most cells are those of a group: what the records of a run share is put together once, and
// copied for each of them.
//
//   group 7, ages [20, 29], flu and cold   ->   7,"[20, 29]","flu"
//                                               7,"[20, 29]","cold"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "overt/table/sink.h"

namespace overt::io {

class CsvText {
 public:
  // Keeps a reference to the table. REQUIRES: `missing` has no comma, quote or line break.
  CsvText(const OutTable& table, std::string missing);

  // Column names stand in quotes, all of them, where one needs it.
  std::string header() const;
  // Appends the records from .. to-1. Safe from several threads.
  void add_records(std::size_t from, std::size_t to, std::string& text) const;

 private:
  struct Run;

  void add_cell(std::size_t column, std::uint32_t code, std::string& text) const;

  const OutTable& table_;
  std::string missing_;
  std::vector<bool> quotes_inside_;  // of each column: some value has a quote
};

}  // namespace overt::io
