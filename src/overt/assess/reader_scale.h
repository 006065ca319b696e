#pragma once

// How a reader of a release measures a column. They do not know which values the original has, so
// they count what may lie in a cell (as overt query does, report/cell_extent.h):
//
//   ages 20 30 60, cell [20, 60]: of 41 whole numbers "20 to 30" takes 11; two of three values
//
// Only where that differs from counting the original's values does a column get a scale: whole
// numbers and days with gaps, everything that has a length, and intervals of texts, in which a
// reader knows the values that cells name. Below a label of a hierarchy they count values as
// everybody does.

#include "overt/table/column.h"
#include "overt/utility/released_table.h"
#include "overt/verify/certificate.h"

namespace overt {

void set_reader_scale(const Column& column, const CertifiedJob& job, CellColumn& cells);

}  // namespace overt
