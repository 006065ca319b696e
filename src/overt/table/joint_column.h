#pragma once

// Several columns read as one: a code for each combination of values that occurs.
//
//   illness flu flu cold, salary low high low   ->   codes 2 1 0: (cold, low), (flu, high),
//   (flu, low)
//
// For promises about several sensitive columns: a record has one row of values, which stays
// together, and a value of a column is a set of rows. Combinations are numbered in the order of
// their codes, so that a code says nothing about who came first in the file.
//
// Cost: O(records log records) for each column beyond the first.

#include <span>
#include <string>
#include <vector>

#include "overt/table/column.h"

namespace overt {

struct JointColumn {
  // Its values are numbers, its name those of the columns; of one column it is that column, of none
  // one value that all have.
  Column column;
  std::vector<std::vector<Code>> parts;  // parts[c][code]: the code in the c-th column
};

// REQUIRES: the table has these columns.
JointColumn joint_column(const Table& table, std::span<const std::string> names);

}  // namespace overt
