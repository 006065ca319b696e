#pragma once

// The minimum bounding rectangle of a group, column by column, as text
// (table/cell.h has the grammar):
//   a value that all share      as it is
//   an ordered column           [lowest, highest]
//   a column with a hierarchy   the label of the lowest common ancestor
//   any other column            {the values, in domain order}; of more than 20 ["first", "last"]
//   missing values among them   one more element, NULL
//
// A function of the groups and the public columns alone.

#include <optional>
#include <string>
#include <vector>

#include "overt/base/progress.h"
#include "overt/hierarchy/hierarchy.h"
#include "overt/table/column.h"
#include "overt/table/groups.h"

namespace overt {

// One cell a group: an index into values; values.size() is a cell of missing
// values alone. A text may stand in `values` more than once.
struct GroupCells {
  std::vector<std::string> values;
  std::vector<std::uint32_t> codes;
};

// The ends of the intervals of an ordered column: one code a group, missing_code() for groups of
// missing values alone; and whether a group has missing values.
struct GroupEnds {
  std::vector<std::uint32_t> low;
  std::vector<std::uint32_t> high;
  std::vector<std::uint32_t> missing;  // 0 or 1
};

GroupEnds interval_ends(const Column& column, const Groups& groups, Progress& progress);

GroupCells generalize(const Column& column, const BoundHierarchy* hierarchy, const Groups& groups,
                      Progress& progress);

}  // namespace overt
