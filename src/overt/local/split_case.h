#pragma once

// The question that a node of local recoding asks of its multiset: all arrangements of
// the values over the records equally likely, how often do both parts of the cut
// keep their caps, and what is then known of a record? (docs/algorithms/local.md)
//
//   values a a a b c d d, parts of 3 and 4, caps 1/2   ->   at most 1 and 2 of a value;
//                                       heavy: a (3), d (2); 2 others, each 1 record
//
// Only values with more records than the smaller part may have can make the cut fail: for
// 1/l there are fewer than 2 l of them when the parts are about equal. All other records are
// alike and enter as one block, which is what makes the count cheap.

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "overt/local/caps.h"

namespace overt {

// A value of the node.
struct CappedCount {
  std::uint64_t count = 0;
  Cap cap;
  friend bool operator==(const CappedCount&, const CappedCount&) = default;

  // Whether it has exactly its cap of n records. Then it asks for no veil: a good cut has
  // exactly the cap of both parts, which is what the node shows anyway.
  bool at_cap(std::uint64_t n) const { return Wide{count} * cap.below == Wide{n} * cap.above; }
};

// What a multiset has of every value and every set of values whose cap binds.
std::vector<CappedCount> bound_counts(const Multiset& values, const Caps& caps);

// A value or a set of values, and the smallest set around it.
struct NestedCount {
  CappedCount own;
  std::uint32_t around = 0;  // its place in the list, before this one
  bool is_set = false;
};

struct SplitCase {
  std::uint64_t first;   // records in the first part
  std::uint64_t second;  // and in the second
  // The values that can make the cut fail, by falling count. Sorted, so that equal
  // multisets give equal results to the last bit.
  std::vector<CappedCount> heavy;
  std::uint64_t rest = 0;         // records with other values,
  std::vector<CappedCount> ends;  // and of these, for each cap, the largest and the smallest

  // Where sets of values have caps: each set that occurs; and if the sets are nested and the node
  // is small enough to be counted exactly, all of them and the values, the whole node first. And
  // what can make the cut fail, value by value: the value itself and the sets that it is in; what
  // several values have alike is there once.
  std::vector<CappedCount> sets = {};
  std::vector<NestedCount> nest = {};
  std::vector<std::vector<CappedCount>> chains = {};

  std::uint64_t records() const { return first + second; }
  // Whether it can make the cut fail.
  bool is_heavy(const CappedCount& value) const {
    return value.count > std::min(value.cap.most(first), value.cap.most(second));
  }
  // How many records of a heavy value may stand in the first part.
  std::uint64_t least(const CappedCount& value) const {
    const std::uint64_t most = value.cap.most(second);
    return value.count > most ? value.count - most : 0;
  }
  std::uint64_t most(const CappedCount& value) const {
    const std::uint64_t cap = value.cap.most(first);
    return value.count < cap ? value.count : cap;
  }
};

// REQUIRES: the counts add up to first + second, and no value is above its cap.
SplitCase make_split_case(const Multiset& values, const Caps& caps, std::uint64_t first,
                          std::uint64_t second);

// The same for 1/l, with the counts of the values that occur, in any order.
SplitCase make_split_case(std::span<const std::uint32_t> counts, std::uint64_t first,
                          std::uint64_t second, std::uint32_t l);

}  // namespace overt
