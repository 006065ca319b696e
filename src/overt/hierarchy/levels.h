#pragma once

// Levels of generalization of one column: level 0 tells all values apart, each
// further one fewer, the last one none. What full-domain generalization, and hence the
// lattice, needs of a hierarchy.
//
//   ages 23 27 31, intervals 10   ->   level 0: {23} {27} {31}   level 1: {23 27} {31}   level 2:
//   all
//
// Classes of a level are numbered by their lowest code. The missing value is a class
// of its own below the top.

#include <cstdint>
#include <string>
#include <vector>

#include "overt/hierarchy/hierarchy.h"
#include "overt/table/column.h"

namespace overt {

struct Levels {
  // level -> code -> class.
  std::vector<std::vector<std::uint32_t>> class_of;
  // level -> number of classes, falling from level to level, 1 at the last.
  std::vector<std::uint32_t> classes;

  std::size_t size() const { return class_of.size(); }
};

// The column's values, and all together.
Levels plain_levels(const Column& column);

// The levels of a hierarchy. A level that tells as many values apart as the one below
// is left out: it would only repeat it.
Levels hierarchy_levels(const Column& column, const BoundHierarchy& hierarchy);

// Intervals of these widths from 0, for numbers and (in days) dates. Throws
// Error{usage} when the column has no order, and unless widths are positive, each a
// multiple of the one before.
Levels interval_levels(const Column& column, const std::vector<std::int64_t>& widths);

// Values cut by so many characters at the end (all of a shorter one). Throws Error{usage}
// unless the numbers are positive and rise.
Levels prefix_levels(const Column& column, const std::vector<std::int64_t>& cuts);

}  // namespace overt
