#pragma once

// Hierarchies made of a column's values by a rule, in the rows of ARX's files: intervals of numbers
// and times of day, months and years of dates, prefixes of codes, and groups by hand. The top of
// each is *.
//
//   interval_rows({"21", "27", "31"}, {}, {10}) 21;[20, 29];*   27;[20, 29];*   31;[30, 39];*
//   interval_rows({"0.5", "2.25"}, {}, {1})     0.5;[0, 1);*    2.25;[2, 3);*
//   date_rows({"2024-05-06"}, {}, {1, 12})      2024-05-06;2024-05;2024;*
//   prefix_rows({"22030", "23000"}, {2, 4})     22030;220**;2****;*   ..
//   group_rows({"flu", "ulcer"}, {{"flu", "viral"}, {"ulcer", "gastric"}})
//
// The rows depend on the values alone, so they may be published beside the table as any hierarchy
// is.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "overt/base/rational.h"
#include "overt/hierarchy/hierarchy.h"
#include "overt/table/schema.h"

namespace overt {

// Intervals of these widths, which begin at 0; of times of day in hours. Widths rise, each a
// multiple of the one before. `declared` is the type of the column if somebody has said it. Throws
// Error{usage} for other widths, and when a value is neither a number nor a time of day.
Hierarchy::Rows interval_rows(const std::vector<std::string>& values,
                              const std::optional<DeclaredType>& declared,
                              const std::vector<Rational>& widths);

// Of dates, and of timestamps, whose first level is the day. Parts of the calendar of so many
// months, which rise, each a multiple of the one before: 1, 12, 120 are months, years and decades.
// Throws Error{usage} for other numbers, and when a value is no date.
Hierarchy::Rows date_rows(const std::vector<std::string>& values,
                          const std::optional<DeclaredType>& declared,
                          const std::vector<std::int64_t>& months);

// So many characters are hidden at the end of each value, of a short one all. The numbers rise.
// Throws Error{usage} when they do not.
Hierarchy::Rows prefix_rows(const std::vector<std::string>& values,
                            const std::vector<std::int64_t>& hidden);

// A value without a group, or with an empty one, is its own. Throws Error{usage} when a group is
// called *, the name of the top.
Hierarchy::Rows group_rows(const std::vector<std::string>& values,
                           const std::map<std::string, std::string>& group_of);

}  // namespace overt
