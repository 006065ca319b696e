#pragma once

// A Markov chain over the count tables of a component whose long-run distribution is that
// of uniform tables: a count table n with weight prod over cells of |c|! / prod n!. For
// components that are too large to be counted. It is started at any table that agrees with
// the disclosures, and every move keeps all margins (kernel_moves.h):
//
//   paired  two random records of one value b, in two cells; others that can take what these
//           give (a brief vector); a is the value of a random record there
//   brief   a vector z of few cells; b is the value of a random record of its first positive
//           cell, a that of its first negative one; accepted by Metropolis and Hastings
//   joined  two brief vectors that share a cell, with values that share one, signs by coin
//   long    a geometric number of basis vectors with random values and signs: any sum may
//           come, so every table can be reached from every other, in one step even
//
// The last makes the chain irreducible, the first two make it move; aperiodic it is since a
// step may stay. What is left to hope for is that it mixes in the time it is given:
// estimate.h compares chains from different starts, and results are called `estimated`.

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "overt/base/random.h"
#include "overt/views/component.h"
#include "overt/views/kernel_moves.h"

namespace overt::views {

class MarkovChain {
 public:
  // REQUIRES: `start` agrees with all margins. Component and moves must outlive it.
  MarkovChain(const Component& component, const KernelMoves& moves, const Counts& start,
              std::uint64_t seed);

  // Proposes so many moves.
  void run(std::uint64_t proposals);
  const Counts& table() const { return table_; }
  std::uint64_t accepted() const { return accepted_; }

 private:
  void paired();
  void brief();
  void joined();
  void distant();
  void add(std::span<const Term> vector, std::uint32_t a, std::uint32_t b, std::int32_t sign);
  void accept_changes();
  std::uint32_t value_of_random_record(std::uint32_t cell);
  void replace(std::uint32_t cell, std::uint32_t from, std::uint32_t to, std::uint32_t times);
  bool coin(double probability);
  const std::uint32_t* row(std::uint32_t cell) const {
    return table_.data() + std::size_t{cell} * values_;
  }

  const KernelMoves* moves_;
  std::uint32_t values_;
  SeededRandom coins_;
  Counts table_;
  std::vector<std::uint32_t> slots_;                  // the values of the records, cell by cell
  std::vector<std::uint32_t> starts_;                 // cell -> its first slot
  std::vector<std::uint32_t> cell_of_;                // slot -> its cell
  std::vector<std::vector<std::uint32_t>> slots_of_;  // value -> its slots, in any order
  std::vector<std::uint32_t> place_;                  // slot -> its place there
  std::vector<std::vector<std::uint32_t>> brief_of_;  // cell -> brief vectors that move it
  std::vector<std::int32_t> change_;                  // of each count, while a move is made up
  std::vector<std::uint32_t> changed_;
  std::vector<std::pair<std::uint32_t, std::int32_t>> kept_;
  std::uint64_t accepted_ = 0;
};

}  // namespace overt::views
