#pragma once

// Choices cell by cell: a choice gives the records of one cell their values. The state is,
// for each value, how many of it each disclosure has left: a column of numbers. Small when
// an order of the cells can be found in which few disclosures are half done at any time,
// as in a chain of neighbouring groups.
//
// Symmetry: two values with equal columns have equal futures. With `keep` below, the
// columns of all other values are kept sorted, and of the choices that only exchange equal
// columns one is made, with the number of them as a factor. What is then counted of a kept
// value is exact; the others have lost their names.
//
//   one disclosure with 20 different values, cells of 10 and 10: C(20,10) choices, or one

#include <cstdint>
#include <span>
#include <vector>

#include "overt/views/count_graph.h"

namespace overt::views {

// An order of the cells with little half done at a time: greedy, the best of all starts.
std::vector<std::uint32_t> cell_order(const Component& component);

class ByCells final : public Expansion {
 public:
  // Values that keep their names; the component must outlive it.
  ByCells(const Component& component, std::vector<bool> keep);

  std::size_t layers() const override { return order_.size(); }
  Counts first() const override;
  void expand(std::size_t layer, const Counts& state, const Visit& visit) const override;
  Integer weight(std::size_t layer, const Counts& state,
                 std::span<const std::uint32_t> choice) const override;

  std::uint32_t cell(std::size_t layer) const { return order_[layer]; }
  // Sorts the columns of `state` that have no names, and `names` with them.
  void sort_columns(Counts& state, std::vector<std::uint32_t>& names) const;
  // The state after the choice, its columns not yet sorted.
  Counts after(std::size_t layer, const Counts& state, std::span<const std::uint32_t> choice) const;
  // How many of each value the cell can and must take; false: it cannot be filled.
  bool limits(std::size_t layer, const Counts& state, Counts& low, Counts& high) const;
  // Whether each value that a disclosure has left finds places in the cells to come. What
  // this overlooks is found later.
  bool can_be_completed(std::size_t layer, const Counts& state) const;
  // Where the run of equal columns without names ends that starts at `value`.
  std::size_t run_end(const Counts& state, std::size_t value) const;

 private:
  // How many of the value the disclosure's cells after the layer can take; at `enough` the
  // counting stops.
  std::uint32_t room(std::size_t layer, std::size_t disclosure, std::size_t value,
                     const Counts& state, std::uint32_t enough) const;

  const Component* component_;
  std::vector<bool> keep_;
  std::size_t disclosures_, values_;
  std::vector<std::uint32_t> order_;
  // For each layer the disclosures whose room for a value the choice may have changed; for
  // each disclosure its cells in order; and, [layer * disclosures + disclosure], how many of
  // those are served after the layer.
  std::vector<std::vector<std::uint32_t>> touched_;
  std::vector<std::vector<std::uint32_t>> later_;
  std::vector<std::uint32_t> served_;
  std::vector<Integer> factorial_;
};

// Shuffles choices among equal columns, and puts the choices of a path into a count table.
Counts sample_by_cells(const ByCells& expansion, const CountGraph& graph,
                       const Component& component, RandomSource& coins);

}  // namespace overt::views
