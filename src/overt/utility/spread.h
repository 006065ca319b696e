#pragma once

// The histogram that a generalized release lets a reader expect, for columns with
// few combinations of codes: the records of a group, spread evenly over its
// rectangle. A sensitive value with count c adds c / (|R_1| * .. * |R_d|) to every
// combination of codes of the cells.
//
//   {[29, 41] | flu ulcer}, ages 29 35 41   ->   2/6 each for (29, flu), (29, ulcer),
//                                                (35, flu), .. : 6 times 1/3 is 2
//
// Wide intervals are not filled code by code. In their columns the array holds
// differences while it is built: an interval is one step up at its beginning and
// one down behind its end, and running sums at the end turn steps into numbers.
//
// Cost: O(sum over the groups of values * corners), where an interval has two
// corners and a set twice its size, and O(columns * product of the domains).

#include <optional>
#include <span>

#include "overt/base/progress.h"
#include "overt/utility/histogram.h"
#include "overt/utility/released_table.h"

namespace overt {

// `domains` are the sizes of the queried columns' and, last, of the sensitive one.
// Nothing where building it would cost more than it saves, or a column has a scale of its own.
std::optional<Histogram> spread_histogram(const ReleasedTable& release,
                                          std::span<const std::size_t> columns,
                                          std::span<const Code> domains, Progress& progress);

}  // namespace overt
