#pragma once

// How often each value of a quasi-identifying column occurs, as far as a reader of the
// release can tell: the records of a group are spread evenly over its cell.
//
//   {[29, 41] | 3 records}, ages 29 35 41   ->   1 for each of them
//
// In the anatomy form the answer is exact. Cost: O(groups + domain), and the sizes of cells that
// are no intervals.

#include <cstddef>
#include <vector>

#include "overt/utility/released_table.h"

namespace overt {

// One number for each code below `domain`; they add up to the records of the release.
// REQUIRES: `column` is one of the release's, all its codes are below domain.
std::vector<double> released_marginal(const ReleasedTable& release, std::size_t column,
                                      Code domain);

}  // namespace overt
