#pragma once

// The sample tables of census.h as tables of counts: how many records have each combination of
// values, drawn at once (multinomial.h), so that a billion records take seconds.
//
//   age,gender,education,birthplace,occupation,count
//   47,F,13,OH,registered nurse,12
//
// The distribution is that of the records of census.h, counted; the draws are others, so that a
// seed gives another table of it here than there. The same seed gives the same bytes on every
// machine.
//
// Cost: about 10 ns a record; at most 7,653,300 rows. One piece of memory, whatever the size.

#include <functional>
#include <string_view>

#include "overt/base/progress.h"
#include "overt/generate/census.h"

namespace overt {

// As generate_census(). Combinations that no record has are left out.
void generate_counted_census(const CensusOptions& options,
                             const std::function<void(std::string_view)>& out, Progress& progress);

}  // namespace overt
