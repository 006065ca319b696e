#pragma once

// How likely a sum of independent indicators is to be exactly some number above its mean: an upper
// bound that knows nothing of the indicators but how many there are and what their chances add up
// to. Sums of hypergeometric variables are such sums (their generating polynomials have real
// roots), so it bounds how likely a part of a node is to stand exactly at its cap, whatever
// groups the node is dealt into (local/slack_stop.h).
//
//   at most 30 indicators, mean at most 9.8   ->   exactly 15 with at most .036
//
// Of all such sums with one mean k ones and a binomial variable make it likeliest (Hoeffding 1956,
// corollary 2.1): with d = c - k successes of n trials, mean d - gap, gap = c - mean. For d < n
//
//   C(n, d) <= (2 pi v)^-1/2 e^(n H(d/n)),  v = d (n - d) / n     (Stirling)
//   n KL(d/n || (d - gap)/n) = integral from 0 to gap of y / (n x (1 - x)) dy,  x = (d - y) / n,
//                           >= gap - v ln(1 + gap/v),  since n x (1 - x) <= v + y
//
// so that the chance is at most
//
//   h(v) = (2 pi v)^-1/2 e^(-gap + v ln(1 + gap/v)),   1/2 <= v <= c (N - c) / N
//
// and for d = n it is (1 - gap/d)^d <= (1 - gap/c)^c = (mean/c)^c. As v grows h falls, rises and
// falls, so that its largest value stands at 1/2, at the second turn, or, where that comes too
// late, at the end. A smaller mean makes it less likely.
//
// Cost: some dozens of logarithms.

#include <cstdint>

namespace overt {

// At least P(Y = c) for every sum Y of at most `trials` independent indicators whose mean is at
// most `mean`; 1 where c is not above it.
double point_bound(std::uint64_t trials, double mean, std::uint64_t c);

}  // namespace overt
