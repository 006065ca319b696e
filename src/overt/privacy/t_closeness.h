#pragma once

// t-closeness (Li, Li and Venkatasubramanian 2007): the distribution Q of the
// values in a group is at most t away from their distribution P in the table, by
// the earth mover's distance, that is
//
//   equal distance     between any two values 1:        half the sum of |q_i - p_i|
//   ordered distance   |i - j| / (m - 1) of m values:   sum of |Q_i - P_i| / (m - 1)
//                                                       with Q_i = q_1 + .. + q_i
//
//   P = 1/2, 1/4, 1/4   Q = 1, 0, 0   ->   equal 1/2, ordered (1/2 + 1/4) / 2 = 3/8
//
// Cost: only values that the group has are looked at, since half the sum is the
// sum over values with q_i > p_i, and since between two values of the group Q_i
// stays the same while P_i rises: the sum of a stretch follows from two prefix
// sums and the place where P_i passes Q_i. O(values of the group), times the
// logarithm of the number of values of the table for the ordered distance.

#include "overt/base/ratio.h"
#include "overt/privacy/distribution.h"

namespace overt {

// REQUIRES: the group is part of the table.
Ratio t_equal(const Distribution& group, const TableDistribution& table);
// In the order of the values; 0 when the table has one value only.
Ratio t_ordered(const Distribution& group, const TableDistribution& table);

}  // namespace overt
