#pragma once

// All count tables that agree with a view: for every group of the released
// generalization, all ways to spread its values over its cells. A count table n
// stands for prod over cells c of |c|! / prod over v of n[c][v]! tables, its weight.
//
//   one group {0 1 2} of values a a b, cells {0 1} {2}:
//     {0 1}: a a  {2}: b   weight 1        {0 1}: a b  {2}: a   weight 2
//
// The weights of all of them sum to the size of the permutation set. Cost: one
// visit a count table; their number is exponential in cells times values, and that
// product is also the depth of the recursion.

#include <cstdint>
#include <functional>
#include <span>

#include "overt/base/rational.h"
#include "overt/counting/view.h"

namespace overt {

// Entries (cells times values) that a count table may have: the recursion is so deep. Callers
// check it.
inline constexpr std::uint64_t kDeepest = 8'000;

// Calls visit(counts, weight) with every count table, as a view of the cells, until
// it returns false. `group_of[c]` is the group of `shown` that holds cell c, and
// `sizes[c]` the number of its records.
void for_each_count_table(const View& shown, std::span<const std::uint32_t> group_of,
                          std::span<const std::uint32_t> sizes,
                          const std::function<bool(const View&, const Integer&)>& visit);

}  // namespace overt
