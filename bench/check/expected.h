#pragma once

// A few measures of a table, computed from Arrow's columns in the plainest way:
// records as texts in maps. What overt check prints must agree with them.

#include <arrow/api.h>

#include <cstdint>
#include <string>
#include <vector>

namespace overt::bench {

struct ExpectedMeasures {
  std::uint64_t records = 0;
  std::uint64_t groups = 0;
  std::uint64_t k = 0;
  std::uint64_t uniques = 0;
  std::uint64_t distinct_l = 0;
  double t_equal = 0;
  double t_ordered = 0;  // values in the order of their bytes
  double beta = 0;
};

// REQUIRES: all columns are dictionaries of text.
ExpectedMeasures expected_measures(const arrow::Table& table, const std::vector<std::string>& quasi,
                                   const std::string& sensitive);

}  // namespace overt::bench
