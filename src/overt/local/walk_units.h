#pragma once

// What the walk of local recoding moves around. Of a table of records that is a record. Of a table
// of counts it is a *unit*: some of the records that a row of the table stands for.
//
//   row 7 stands for 5 records, 2 of them are drawn   ->   unit 7 with 3, a new unit of row 7 with
//   2
//
// A cut leaves units whole, since records with equal public columns stay together; a draw may take
// a part of one, and a deal takes them apart. Records of a unit are alike in all that the walk
// looks at: so many of them are as good as any others.
//
// How the records of a public row are spread over units hangs on the secret values. So a policy
// adds the counts of units up, row by row or place by place, and looks at nothing else of them.
//
// Memory: nothing of a table of records; of one of counts 8 bytes a row, and 12 for each unit that
// a draw has made and that is still open.

#include <cstdint>
#include <span>
#include <vector>

#include "overt/table/groups.h"

namespace overt {

class WalkUnits {
 public:
  // Every row is one record.
  explicit WalkUnits(std::size_t rows) : rows_(rows), records_(rows) {}
  // REQUIRES: each count is at least 1.
  explicit WalkUnits(std::span<const std::uint64_t> counts);

  bool counted() const { return !counts_.empty(); }
  std::size_t rows() const { return rows_; }
  std::size_t size() const { return counted() ? counts_.size() : rows_; }
  std::uint64_t records() const { return records_; }

  // Of a unit. Those of the rows come first, in the order of the rows.
  Record row(Record unit) const { return unit < rows_ ? unit : row_of_new_[unit - rows_]; }
  std::uint64_t count(Record unit) const { return counted() ? counts_[unit] : 1; }
  std::uint64_t records(std::span<const Record> units) const;

  // A new unit with `count` of the unit's records, which it loses. REQUIRES: counted(), and fewer
  // than it has.
  Record take(Record unit, std::uint64_t count);
  // Forgets the units from this number on: nobody will ask for them.
  void forget_from(std::size_t unit);

 private:
  std::size_t rows_;
  std::uint64_t records_ = 0;
  std::vector<std::uint64_t> counts_;  // of each unit
  std::vector<Record> row_of_new_;     // of the units behind those of the rows
};

}  // namespace overt
