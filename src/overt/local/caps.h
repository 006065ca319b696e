#pragma once

// Caps: how much of a set of records each sensitive value may take. For 1/l all caps are the
// same; everything here is written for one cap a value, so that a promise that names some
// values only, or gives them different bounds, needs no second proof.
//
//   cap 1/4   ->   a set of 11 records may hold 2 with the value: floor(11 / 4)
//
// A set keeps the caps if no value is above its own. If two disjoint sets keep them, so does
// their union: floor(a n1) + floor(a n2) <= floor(a (n1 + n2)).

#include <cstdint>
#include <span>
#include <vector>

#include "overt/table/column.h"
#include "overt/table/groups.h"

namespace overt {

// A share, as a ratio of small numbers: exact_stop.h counts in 128 bits.
struct Cap {
  std::uint32_t above = 1;
  std::uint32_t below = 1;

  std::uint32_t most(std::uint64_t records) const {
    return static_cast<std::uint32_t>(records * above / below);
  }
  double share() const { return static_cast<double>(above) / below; }
  bool binds() const { return above < below; }
  friend bool operator==(const Cap&, const Cap&) = default;
};

inline constexpr std::uint32_t kFinestCap = 1 << 20;  // of `below`

// How many records of a set have a value.
struct CodeCount {
  Code value = 0;
  std::uint32_t count = 0;
  friend bool operator==(const CodeCount&, const CodeCount&) = default;
};

// The values that occur, rising, each with its count: what a group shows.
using Multiset = std::vector<CodeCount>;

std::uint32_t size_of(const Multiset& values);
// REQUIRES: `part` is contained in `whole`.
Multiset without(const Multiset& whole, const Multiset& part);

class Caps {
 public:
  // 1/l for every value. REQUIRES: 2 <= l <= kFinestCap.
  static Caps one_in(std::uint32_t l) { return Caps({}, {1, l}); }
  // Those of the values 0, 1, ..; `others` for all beyond. REQUIRES: each has above <= below
  // <= kFinestCap.
  Caps(std::vector<Cap> of_value, Cap others) : of_value_(std::move(of_value)), others_(others) {}

  const Cap& operator[](Code value) const {
    return value < of_value_.size() ? of_value_[value] : others_;
  }
  bool keep(const Multiset& values) const;
  bool keep(const Multiset& values, std::uint32_t records) const;
  // A set of fewer records can hold no value of the smallest cap.
  std::uint32_t smallest_set() const;

 private:
  std::vector<Cap> of_value_;
  Cap others_;
};

// Multisets of sets of records, without O(domain) work for a small set.
class MultisetCounter {
 public:
  // Keeps a reference to `values`, each below `domain`.
  MultisetCounter(std::span<const Code> values, Code domain)
      : values_(values), counts_(domain, 0) {}

  Multiset count(std::span<const Record> records);

 private:
  std::span<const Code> values_;
  std::vector<std::uint32_t> counts_;
  std::vector<Code> present_;
};

}  // namespace overt
