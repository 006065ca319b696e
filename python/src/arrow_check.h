#pragma once

// What came through the Arrow C interface, looked at before it is read. A producer may be wrong
// or hostile, and a length, an offset or a view that leads out of its buffer would make us read
// whatever lies there.
//
//   utf8 with the offsets 0 3 9999999   ->   "its offsets do not fit its text"
//
// The interface does not say how long the buffers of texts are: offsets that never fall and begin
// at 0 or above are all that can be asked of them here. Of views it does, and they are checked.
// Tables of pyarrow, which knows its buffers, are validated there as well (overt/_input.py).
//
// Cost: one pass over the offsets or views of the records that are read.

#include <string_view>

#include "python/src/arrow_column.h"
#include "python/src/arrow_stream.h"

namespace overt::python {

// What is wrong with a batch of `children` columns; empty if nothing is.
std::string_view defect_of_batch(const ArrowArray& batch, std::int64_t children);

// What is wrong with a column, or with the values of its dictionary; empty if nothing is.
// REQUIRES: slice.first >= 0, as defect_of_batch() makes sure.
std::string_view defect_of_column(const ColumnSlice& slice);

}  // namespace overt::python
