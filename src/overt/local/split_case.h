#pragma once

// The question that a node of local recoding asks of its multiset: all arrangements of
// the values over the records equally likely, how often do both parts of the public split
// keep to 1/l, and what is then known of a record? (docs/algorithms/local.md)
//
//   values a a a b c d d, parts of 3 and 4, l = 2   ->   caps 1 and 2; heavy: a (3), d (2);
//                                                        2 others, each 1 record
//
// Only values with more records than the smaller cap can make the split fail: there are
// fewer than 2 l of them when the parts are about equal. All other records are alike and
// enter as one block, which is what makes the count cheap.

#include <cstdint>
#include <span>
#include <vector>

namespace overt {

struct SplitCase {
  std::uint32_t l;
  std::uint32_t first;   // records in the first part
  std::uint32_t second;  // and in the second
  // Counts of the values that can make the split fail, falling. Sorted, so that equal
  // multisets give equal results to the last bit.
  std::vector<std::uint32_t> heavy;
  std::uint32_t rest = 0;          // records with other values,
  std::uint32_t rest_largest = 0;  // and the counts of these
  std::uint32_t rest_smallest = 0;

  std::uint32_t records() const { return first + second; }
  std::uint32_t first_cap() const { return first / l; }
  std::uint32_t second_cap() const { return second / l; }
};

// `counts` are those of the values that occur, in any order.
// REQUIRES: they add up to first + second; none has more than 1/l of that.
SplitCase make_split_case(std::span<const std::uint32_t> counts, std::uint32_t first,
                          std::uint32_t second, std::uint32_t l);

}  // namespace overt
