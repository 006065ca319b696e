#pragma once

// What the experiment runs on: tables of the paper's shape, five columns and
// 600,000 records, in memory.
//
//   generated   `overt generate`, seed 1: there for everybody
//   survey      the American Community Survey sample, where that file is
//
// Larger tables are copies of one behind each other, as in the paper.

#include <cstdint>
#include <string>
#include <vector>

#include "overt/table/column.h"
#include "overt/utility/query_error.h"

namespace overt::bench {

struct ExperimentTable {
  std::string name;
  Table table;                       // age, gender, education, birthplace, occupation
  std::vector<std::uint32_t> ranks;  // weighted 1, 10000, 1, 1

  const Column& sensitive() const { return table.columns.back(); }
  // As the queries see it. Refers to `table`.
  QueriedTable queried() const;
};

// The tables that there are.
std::vector<ExperimentTable> experiment_tables();

// `copies` copies of a column, one behind the other.
template <typename T>
std::vector<T> copies_of(const std::vector<T>& column, std::size_t copies) {
  std::vector<T> result;
  result.reserve(copies * column.size());
  for (; copies > 0; --copies) result.insert(result.end(), column.begin(), column.end());
  return result;
}

}  // namespace overt::bench
