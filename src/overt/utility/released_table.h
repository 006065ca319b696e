#pragma once

// A release in memory, as far as its utility is concerned: the groups, what each
// says of the quasi-identifying columns, and how often each sensitive value
// occurs in it. All values are codes of the original's columns, with the missing
// value as one more code, so that a cell is a set of codes and nothing else.
//
//   {[35, 41], NULL} in a column with the values 29 35 38 41 and missing ones
//     ->   low 1, high 3, codes {4}: four of the five values
//
// Memory: equal cells are kept once; 4 bytes a group and column beside them
// (generalized), 4 bytes a record and column (anatomy).

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "overt/table/column.h"

namespace overt {

// A set of codes: an interval, and others outside of it. Intervals are what most
// cells are, and a wide one must not cost a number for each of its values.
struct CodeSet {
  Code low = 1;  // low > high: no interval
  Code high = 0;
  std::vector<Code> codes;  // sorted, distinct, outside the interval

  std::size_t size() const { return std::size_t{high} + 1 - low + codes.size(); }
  bool contains(Code code) const {
    return (low <= code && code <= high) || std::binary_search(codes.begin(), codes.end(), code);
  }
};

// The set of these codes, which need not be sorted or distinct. Codes that follow
// one another become an interval, but for `missing`, which has no neighbours.
CodeSet code_set(std::vector<Code> codes, Code missing);

// How a reader measures cells where that is not by counting codes (assess/reader_scale.h).
struct ReaderScale {
  double each = 1;              // what a value counts; 0: it has no width
  std::vector<double> between;  // by code: what lies between the value before it and itself
  std::vector<double> extent;   // of each cell; 0: it has no width. None: codes are counted
};

// A quasi-identifying column of the generalized form.
struct CellColumn {
  std::vector<CodeSet> cells;           // those that occur; none is empty
  std::vector<std::uint32_t> of_group;  // index into cells, one for each group
  // Of cells that were read: whether it is written as an interval, by its ends alone.
  std::vector<bool> spoken_as_interval = {};
  ReaderScale scale = {};

  bool scaled() const { return !scale.extent.empty(); }
};

struct CountedCode {
  Code code = 0;
  std::uint64_t count = 0;
};

// INVARIANTS:
//   1. no group is empty, and its values' counts add up to its size.
//   2. generalized: `cells` has one entry a quasi-identifying column, `exact`
//      none; anatomy: the other way round, with one code a record, group by group.
struct ReleasedTable {
  std::vector<std::uint64_t> record_ends;  // of each group, in the order of the release
  std::vector<std::uint32_t> value_ends;   // of each group in `values`
  std::vector<CountedCode> values;
  std::vector<CellColumn> cells;
  std::vector<std::vector<Code>> exact;

  bool anatomy() const { return cells.empty(); }
  std::size_t groups() const { return record_ends.size(); }
  std::size_t records() const { return record_ends.empty() ? 0 : record_ends.back(); }
  std::size_t first(std::size_t group) const { return group == 0 ? 0 : record_ends[group - 1]; }
  std::size_t size(std::size_t group) const { return record_ends[group] - first(group); }
  std::span<const CountedCode> values_of(std::size_t group) const {
    const std::size_t from = group == 0 ? 0 : value_ends[group - 1];
    return std::span(values).subspan(from, value_ends[group] - from);
  }
};

}  // namespace overt
