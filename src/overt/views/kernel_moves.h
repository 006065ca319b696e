#pragma once

// Directions in which a count table can be changed without changing any margin. A vector z
// over the cells with sum over the cells of each disclosure = 0 gives, for two values a and
// b, the change n[c][a] += z[c], n[c][b] -= z[c]: every cell keeps its size, and every
// disclosure its values.
//
//   A only, B only, both:   z = (1, 1, -1): one more a outside, one less in the overlap
//   ages i, i' by regions j, j':   z = +(i,j) -(i,j') +(i',j') -(i',j)
//
// `basis` is a lattice basis of all such vectors: every difference of two count tables is a
// sum of basis moves with pairs of values, so that a chain that proposes every such sum with
// positive probability reaches every table from every other (Diaconis and Sturmfels 1998).
// `brief` are vectors of at most four cells, found by equal differences of memberships; they
// do most of the work.
//
// Cost: sparse elimination over the integers; pairs of cells that share a disclosure.

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "overt/base/progress.h"
#include "overt/views/component.h"

namespace overt::views {

struct Term {
  std::uint32_t cell;
  std::int32_t times;  // never 0
};

// Vectors over the cells, each a run of terms: a positive one first, then a negative one.
class CellVectors {
 public:
  void add(std::vector<Term> terms);
  std::size_t size() const { return ends_.size(); }
  std::span<const Term> operator[](std::size_t i) const {
    const std::size_t start = i == 0 ? 0 : ends_[i - 1];
    return std::span(terms_).subspan(start, ends_[i] - start);
  }

 private:
  std::vector<Term> terms_;
  std::vector<std::size_t> ends_;
};

// Brief vectors with two cells on one side, each once, and one or two on the other, each
// once: found by the two, in either order.
class PairIndex {
 public:
  struct Others {
    std::uint32_t first, second;  // equal when there is one only
  };

  PairIndex() = default;
  PairIndex(const CellVectors& brief, std::size_t cells);
  // Of two different cells, which others can take what they give.
  std::span<const Others> operator()(std::uint32_t a, std::uint32_t b) const {
    if (cells_ == 0) return {};
    const std::size_t at = a < b ? a * cells_ + b : b * cells_ + a;
    return std::span(others_).subspan(starts_[at], starts_[at + 1] - starts_[at]);
  }
  bool empty() const { return others_.empty(); }

 private:
  std::size_t cells_ = 0;  // 0: too many for an index
  std::vector<std::uint32_t> starts_;
  std::vector<Others> others_;
};

struct KernelMoves {
  CellVectors basis;
  CellVectors brief;
  PairIndex pairs;
  bool whole = true;  // false: the basis was too large to be found
};

KernelMoves kernel_moves(const Component& component, Progress& progress = unwatched());

}  // namespace overt::views
