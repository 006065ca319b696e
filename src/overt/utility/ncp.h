#pragma once

// NCP, the normalized certainty penalty: how much of a column's domain a cell
// leaves open, from 0 (one value) to 1 (all of them).
//
//   one value                        0
//   every value of the column        1
//   numbers and dates                (high - low) / (max - min), by value or day
//   others, and hierarchy labels     |cell| / |D|, in values that the column has
//
// The missing value is one more value of D. It lies outside the order, so beside
// an interval it adds what one value is among all, 1 / |D| (at most 1 together).
//
//   ages 20..60, 41 values: [30, 40] is 10/40; {[30, 40], NULL} is 10/40 + 1/42
//
// The penalty of a column is the mean over the records, that of the release the
// mean over the columns. The anatomy form has exact values: 0.
//
// Xu, Wang, Pei, Wang, Shi, Fu: Utility-Based Anonymization Using Local Recoding,
// KDD 2006.

#include <vector>

#include "overt/table/column.h"
#include "overt/table/value_order.h"
#include "overt/utility/released_table.h"

namespace overt {

// What the penalty of a column hangs on.
struct PenaltyDomain {
  Code size = 0;         // values, the missing one included
  bool missing = false;  // whether it is included, with the code size - 1
  // What the values are worth, sorted, one for each but the missing one; empty for
  // a column that is counted (text, or with a hierarchy).
  std::vector<OrderKey> keys;
};

// REQUIRES: the cell is not empty, and its codes are below domain.size.
double certainty_penalty(const CodeSet& cell, const PenaltyDomain& domain);

// The mean over the records of the penalty of a generalized column.
double column_penalty(const ReleasedTable& release, const CellColumn& column,
                      const PenaltyDomain& domain);

}  // namespace overt
