#pragma once

// The stop probability of a small node, exactly, in 64- and 128-bit integers: the number
// of good arrangements of up to 64 records is at most C(64, 32) < 2^61.
//
// With d = cap - m/n and x = P(good) cap - P(good and r = v), the released node's posterior
// of "r has v" is at most the cap of v iff pi >= 1 - d/x (where x > 0; anything will do
// elsewhere). The largest of these over parts and values is the result. A value with
// exactly its cap of the node asks for nothing: a good cut has exactly the cap in both
// parts, so x = 0.
//
// Cost: O(n^2) additions and multiplications of machine words.

#include <array>
#include <cstdint>

#include "overt/base/ratio.h"
#include "overt/local/split_case.h"

namespace overt {

inline constexpr std::uint32_t kExactRecords = 64;

// The smallest pi for which the node may stop here (0: none is needed).
// REQUIRES: split.records() <= kExactRecords, no sets.
Ratio exact_stop(const SplitCase& split);

// What one value, or set of values, asks for. `ways`: good arrangements; `in_first`: the sum over
// them of the records in the first part of a block of `block` records, of which the value has
// value.count, evenly. Raises `pi`.
void ask(const SplitCase& split, const CappedCount& value, std::uint64_t block, std::uint64_t ways,
         Wide in_first, Ratio& pi);

// C(n, k) for n, k <= kExactRecords.
using BinomialRow = std::array<std::uint64_t, kExactRecords + 1>;
const BinomialRow& binomials(std::uint64_t n);

}  // namespace overt
