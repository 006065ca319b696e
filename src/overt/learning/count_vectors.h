#pragma once

// Expectations inside a group, exactly: whoever has a view w of each record's values asks which
// arrangements of the group's multiset over its records are how likely. An arrangement has the
// weight of the product of its w; the sum over all of them goes record by record, and what matters
// of the records so far is only how often each value has been used: a vector of counts.
//
//   values {flu, flu, gout}   ->   (0,0) (1,0) (0,1) (2,0) (1,1) (2,1): 6 vectors for 3 records
//
// Every vector is the state after as many records as its counts add up to, so that a group costs
// (vectors) x (values) steps, however many arrangements it has: 64 for four values, 4,608 for nine.
//
// Cost: as said, forwards and backwards. Reference: expectation_reference.h.

#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace overt {

// The number of count vectors below these counts, or `most` + 1 if there are more.
std::size_t count_vectors(std::span<const std::uint32_t> counts, std::size_t most);

// One a thread: it keeps its arrays, and the vectors of counts that it has met.
class CountVectorSums {
 public:
  // `weights` has a row a record, a column a value, all positive; `posterior` gets the same shape.
  // Returns the logarithm of the sum over arrangements (of distinguishable records, equal values
  // not distinguished) of the products of weights. REQUIRES: rows are as many as counts add up to,
  // the largest weight of a row is 1 and none is below 1e-18.
  double run(std::span<const double> weights, std::span<const std::uint32_t> counts,
             std::span<double> posterior);

 private:
  struct Step {
    std::uint32_t value;
    std::uint32_t to;
  };
  // The vectors in the order of their sums.
  struct Shape {
    std::vector<std::uint32_t> layer_ends;  // vectors whose counts add up to 0, 1, ..
    std::vector<std::uint32_t> step_ends;   // of each vector
    std::vector<Step> steps;
  };
  static Shape make_shape(std::span<const std::uint32_t> counts);
  const Shape& shape_of(std::span<const std::uint32_t> counts);

  std::map<std::vector<std::uint32_t>, Shape> shapes_;
  std::vector<std::uint32_t> key_;
  std::vector<double> forward_;
  std::vector<double> backward_;
};

}  // namespace overt
