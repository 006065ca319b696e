#pragma once

// Caps: how much of a set of records each sensitive value may take. For 1/l all caps are the
// same; everything here is written for one cap a value, so that a promise that names some
// values only, or gives them different bounds, needs no second proof.
//
//   cap 1/4   ->   a set of 11 records may hold 2 with the value: floor(11 / 4)
//
// A set keeps the caps if no value is above its own. If two disjoint sets keep them, so does
// their union: floor(a n1) + floor(a n2) <= floor(a (n1 + n2)).
//
// Sets of values may have caps as well, beside those of the values: a category of illnesses, a
// band of salaries, or, where a "value" is a row of several sensitive columns, one value of one
// of them. Categories are *nested*: of two that meet one contains the other. Values of two columns
// cross.

#include <cstdint>
#include <span>
#include <vector>

#include "overt/base/ratio.h"
#include "overt/local/walk_units.h"
#include "overt/table/column.h"
#include "overt/table/groups.h"

namespace overt {

// A share, as a ratio of small numbers: exact_stop.h counts in 128 bits.
struct Cap {
  std::uint32_t above = 1;
  std::uint32_t below = 1;

  std::uint64_t most(std::uint64_t records) const {
    // Up to here in one word: a walk asks this all the time.
    if (records <= 0xFFFFFFFFU) return records * above / below;
    return static_cast<std::uint64_t>(Wide{records} * above / below);
  }
  // The fewest records of which one may have it. REQUIRES: above > 0.
  std::uint32_t smallest() const { return below / above + (below % above == 0 ? 0 : 1); }
  double share() const { return static_cast<double>(above) / below; }
  bool binds() const { return above < below; }
  friend bool operator==(const Cap&, const Cap&) = default;
};

// How many records of a set have a value.
struct CodeCount {
  Code value = 0;
  std::uint64_t count = 0;
  friend bool operator==(const CodeCount&, const CodeCount&) = default;
};

// The values that occur, rising, each with its count: what a group shows.
using Multiset = std::vector<CodeCount>;

std::uint64_t size_of(const Multiset& values);
// REQUIRES: `part` is contained in `whole`.
Multiset without(const Multiset& whole, const Multiset& part);

// A set of values that counts as one.
struct CappedSet {
  Cap cap;
  std::vector<Code> values;
};

class Caps {
 public:
  // 1/l for every value. REQUIRES: l >= 2.
  static Caps one_in(std::uint32_t l) { return Caps({}, {1, l}); }
  // Those of the values 0, 1, ..; `others` for all beyond. REQUIRES: each has above <= below.
  Caps(std::vector<Cap> of_value, Cap others, const std::vector<CappedSet>& sets = {});

  const Cap& operator[](Code value) const {
    return value < of_value_.size() ? of_value_[value] : others_;
  }
  // Whether sets of values have caps, and whether they are nested.
  bool has_sets() const { return !set_caps_.empty(); }
  bool nested() const { return nested_; }
  // The numbers of the sets that a value is in, larger ones first.
  std::span<const std::uint32_t> sets_of(Code value) const;
  const Cap& of_set(std::uint32_t set) const { return set_caps_[set]; }
  // How many records each of the sets that occur has: `value` is the number of the set.
  Multiset counts_of_sets(const Multiset& values) const;

  bool keep(const Multiset& values) const;
  bool keep(const Multiset& values, std::uint64_t records) const;
  // Whether some value, or some set, has a cap below 1.
  bool binds() const;
  // A set of fewer records can hold no value of the smallest cap.
  std::uint32_t smallest_set() const;
  // How small groups are that a policy may hope for: the same, or where rare values have far
  // smaller caps than the others (relative caps) what all others ask for.
  std::uint32_t usual_set() const { return usual_ == 0 ? smallest_set() : usual_; }
  void set_usual(std::uint32_t records) { usual_ = records; }

 private:
  std::vector<Cap> of_value_;
  Cap others_;
  std::vector<Cap> set_caps_;  // those that bind
  std::vector<std::vector<std::uint32_t>> sets_of_;
  bool nested_ = true;
  std::uint32_t usual_ = 0;  // 0: smallest_set()
};

// Multisets of sets of records, without O(domain) work for a small set.
class MultisetCounter {
 public:
  // Keeps a reference to `values`, each below `domain`.
  MultisetCounter(std::span<const Code> values, Code domain)
      : values_(values), counts_(domain, 0) {}

  Multiset count(std::span<const Record> records);
  // Of a table of counts: these rows, each with so many records.
  Multiset count(std::span<const Record> rows, std::span<const std::uint64_t> counts);
  Multiset count(std::span<const Record> units, const WalkUnits& all);

 private:
  void add(Code value, std::uint64_t count) {
    if (counts_[value] == 0) present_.push_back(value);
    counts_[value] += count;
  }
  Multiset finish();

  std::span<const Code> values_;
  std::vector<std::uint64_t> counts_;
  std::vector<Code> present_;
};

}  // namespace overt
