#pragma once

// l-candidates (Liu and Wang 2012, definition 1): for every colour C, l-1 disjoint sets
// of |C| records outside C, each with a bijection from C. Swapping C with any of
// the sets along its bijection gives a table that the adversary cannot tell from
// the true one; so a record of C hides among its l-1 partners.
//
//   values a a b b, l = 2:  f(0) = 2, f(1) = 3, f(2) = 0, f(3) = 1
//
// Kept as the l-1 partners f_1(r) .. f_{l-1}(r) of every record r, f the
// bijections of r's own colour.
//
// INVARIANTS, checked by is_valid (theorem 2, and the first condition of
// definition 5):
//   1. a record and its partners have l different colours,
//   2. the partners of all records of a colour are all different: the sets are
//      disjoint and the maps are bijections,
//   3. so no colour has more than |C| records in the sets of C.

#include <cstdint>
#include <span>
#include <vector>

#include "overt/table/column.h"
#include "overt/table/groups.h"

namespace overt {

class Candidates {
 public:
  // REQUIRES: l >= 2.
  Candidates(std::size_t records, std::uint32_t l)
      : each_(l - 1), records_(records), partners_(records * each_) {}

  std::uint32_t l() const { return static_cast<std::uint32_t>(each_ + 1); }
  std::size_t records() const { return records_; }
  // f_1(record) .. f_{l-1}(record).
  std::span<Record> partners(Record record) {
    return std::span(partners_).subspan(record * each_, each_);
  }
  std::span<const Record> partners(Record record) const {
    return std::span(partners_).subspan(record * each_, each_);
  }

  // Whether the invariants hold for these values. O(l N).
  bool is_valid(std::span<const Code> values) const;

 private:
  std::size_t each_;
  std::size_t records_;
  std::vector<Record> partners_;
};

}  // namespace overt
