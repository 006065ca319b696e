#pragma once

// Hierarchies made of a column's values by a rule, in the rows of ARX's files: intervals of whole
// numbers, months and years of dates, prefixes of codes, and groups by hand. The top of each is *.
//
//   interval_rows({"21", "27", "31"}, {10})     21;[20, 29];*   27;[20, 29];*   31;[30, 39];*
//   date_rows({"2024-05-06"})                   2024-05-06;2024-05;2024;*
//   prefix_rows({"22030", "23000"}, {2, 4})     22030;220**;2****;*   ..
//   group_rows({"flu", "ulcer"}, {{"flu", "viral"}, {"ulcer", "gastric"}})
//
// The rows depend on the values alone, so they may be published beside the table as any hierarchy
// is.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "overt/hierarchy/hierarchy.h"

namespace overt {

// Widths rise, each a multiple of the one before. Throws Error{usage} when they do not, or when a
// value is no whole number.
Hierarchy::Rows interval_rows(const std::vector<std::string>& values,
                              const std::vector<std::int64_t>& widths);

// Of dates YYYY-MM-DD. Throws Error{usage} when a value is none.
Hierarchy::Rows date_rows(const std::vector<std::string>& values);

// So many characters are hidden at the end of each value, of a short one all. The numbers rise.
// Throws Error{usage} when they do not.
Hierarchy::Rows prefix_rows(const std::vector<std::string>& values,
                            const std::vector<std::int64_t>& hidden);

// A value without a group, or with an empty one, is its own. Throws Error{usage} when a group is
// called *, the name of the top.
Hierarchy::Rows group_rows(const std::vector<std::string>& values,
                           const std::map<std::string, std::string>& group_of);

}  // namespace overt
