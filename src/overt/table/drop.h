#pragma once

// Leaving records out of a table.

#include "overt/table/column.h"

namespace overt {

// Removes the records whose value in the column at `position` is missing, and
// the values that no record has any more, so that the invariants of column.h
// hold again.
void drop_missing(Table& table, std::size_t position);

}  // namespace overt
