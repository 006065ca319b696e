#pragma once

// What the model says of a node: for each row the probability of each class, scaled so that the
// classes add up to the node's multiset, which is known.
//
//   multiset 10 a, 30 b; the model sees a with the young  ->  young rows a .4, b .6; old rows
//   a .1, b .9, such that 10 records have a
//
// A set of values is a class more, behind the others: of each class a row's chance counts as far as
// its records in the node are in the set.
//
// Of a large node a part of the rows is looked at, evenly spread over their order: the policy needs
// no more, and what it costs stays in bounds.
//
// Cost: O(rows * classes * columns).

#include <cstdint>
#include <span>
#include <vector>

#include "overt/local/steering/public_rows.h"
#include "overt/local/steering/value_model.h"

namespace overt {

class Forecast {
 public:
  // `rows` are those of the node.
  Forecast(const ValueModel& model, std::span<const RowCount> rows, const Multiset& values);

  // Those of the model, and its sets.
  std::uint32_t classes() const { return classes_; }
  // The number of records of the node in each class.
  std::span<const double> counts() const { return counts_; }
  // The rows that were looked at, with how many records each stands for.
  std::span<const RowCount> looked_at() const { return rows_; }
  std::span<const float> chances(std::size_t i) const {
    return std::span(chance_).subspan(i * classes_, classes_);
  }

 private:
  void add_sets(const ValueModel& model, const Multiset& values);

  std::uint32_t classes_;
  std::vector<double> counts_;
  std::vector<RowCount> rows_;
  std::vector<float> chance_;
};

}  // namespace overt
