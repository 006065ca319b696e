#pragma once

// Cells and components of several disclosures. Records that stand in exactly the same
// disclosures are a cell: nothing published tells them apart, so a possible table matters
// only through n[cell][value], how many records of the cell have the value. Disclosures
// that share a record, directly or through others, are a component; tables of different
// components are independent, so that their numbers multiply.
//
//   A: 0 1 2 3   B: 3 4 5   C: 7 8    ->   {0 1 2} {3} {4 5} in A and B; {7 8} in C; 6 is free
//
// Cost: O(sum of the sizes of the disclosures). Lists stand one after the other in one array: a
// component of millions of cells is freed at once.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "overt/base/progress.h"
#include "overt/table/groups.h"
#include "overt/views/problem.h"

namespace overt::views {

// A count table n, or something of the same shape: counts[cell * values + value].
using Counts = std::vector<std::uint32_t>;

// Lists of numbers, one after the other.
struct Lists {
  std::vector<std::size_t> offsets = {0};
  std::vector<std::uint32_t> numbers;

  std::size_t size() const { return offsets.size() - 1; }
  std::span<const std::uint32_t> operator[](std::size_t list) const {
    return std::span(numbers).subspan(offsets[list], offsets[list + 1] - offsets[list]);
  }
  void add(std::span<const std::uint32_t> list) {
    numbers.insert(numbers.end(), list.begin(), list.end());
    offsets.push_back(numbers.size());
  }
};

// Disclosures and values have numbers of their own here, from 0.
struct Component {
  std::vector<std::uint32_t> disclosures;  // number here -> of the problem, rising
  std::vector<Code> values;                // number here -> of the problem, rising
  Groups cells;                            // each sorted, in order of first records
  Lists inside;                            // cell -> its disclosures, rising
  Lists cells_of;                          // disclosure -> its cells, rising
  Counts margins;                          // [disclosure * values + value]

  std::size_t size(std::size_t cell) const { return cells[cell].size(); }
  std::size_t records() const { return cells.records(); }
  std::size_t largest_cell() const;
  std::uint32_t margin(std::size_t disclosure, std::size_t value) const {
    return margins[disclosure * values.size() + value];
  }
  // The most records of the cell that can have the value: no disclosure has more of either.
  std::uint32_t most(std::size_t cell, std::size_t value) const;
};

struct Components {
  std::vector<Component> list;  // in the order of their first records
  std::vector<Record> free;     // records in no disclosure: nothing is known of them
};

Components components_of(const Problem& problem, Progress& progress = unwatched());

// For tables of counts and lists of disclosures as keys.
std::size_t hash_of(std::span<const std::uint32_t> numbers);

}  // namespace overt::views
