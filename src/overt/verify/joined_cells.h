#pragma once

// A released table whose ordered columns stand in two columns each, as one with cells:
//
//   age_low  age_high  age_null        age
//   35       41        0          ->   [35, 41]
//   35       35        0               35
//   35       41        1               {[35, 41], NULL}
//   (missing) (missing) 1              (missing)
//
// The third column is there if the column has missing values. So all that reads releases reads
// these too, by the one grammar of cells (table/cell.h).

#include <memory>
#include <string>
#include <vector>

#include "overt/table/schema.h"
#include "overt/table/source.h"

namespace overt {

inline constexpr const char* kLowSuffix = "_low";
inline constexpr const char* kHighSuffix = "_high";
inline constexpr const char* kNullSuffix = "_null";

// Joins those of `columns` that stand in two; others stay as they are. `rules` say which texts are
// missing values. Throws Error{malformed} from next() where the parts do not make a cell.
std::unique_ptr<TableSource> join_cells(std::unique_ptr<TableSource> source,
                                        const std::vector<std::string>& columns,
                                        const ReadingRules& rules);

}  // namespace overt
