#pragma once

// A set of possible tables as far as anybody asks: how many there are, and in how
// many of them a record has a value. Built from weighted count tables.

#include <cstdint>
#include <span>
#include <vector>

#include "overt/base/rational.h"
#include "overt/counting/view.h"
#include "overt/privacy/property.h"
#include "overt/table/groups.h"

namespace overt {

// The largest share of a value that some record has: what an adversary knows best.
struct Worst {
  Record record = 0;
  Code value = 0;
  Rational share;
};

class TableSet {
 public:
  // `cells` must live as long as the set.
  TableSet(const Groups& cells, Code values);

  void add(const View& counts, const Integer& weight);

  const Groups& cells() const { return *cells_; }
  const Integer& tables() const { return tables_; }
  // In how many tables a record of the cell has each value, times the size of the
  // cell: a record's distribution.
  std::span<const Integer> weights(std::size_t cell) const {
    return std::span(sums_).subspan(cell * values_, values_);
  }
  // Whether every record passes. An empty set fails.
  Verdict test(const Property& property) const;
  // Ties: the first record, then the first value. REQUIRES: tables() > 0.
  Worst worst() const;

 private:
  const Groups* cells_;
  Code values_;
  Integer tables_ = 0;
  std::vector<Integer> sums_;  // cell, value: tables weighted by counts
};

}  // namespace overt
