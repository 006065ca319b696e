#pragma once

// What a view of public columns and values says of the people of one group, whose values are known
// as a multiset: every arrangement of the multiset over the people has the weight
//
//   product over the people of exp(temperature * score(features, value))
//
// and posteriors are shares of weights. At temperature 0 they are the shares of the group, at 1 the
// view is taken at its word. Exact by count_vectors.h up to 512 of them (nine different values),
// by belief_propagation.h beyond.
//
//   GroupExpectation expectation(table);
//   expectation.load(group, model);
//   expectation.run(0.5);
//   expectation.posterior(i)[v]      // of the group's i-th slot and v-th value

#include <cstdint>
#include <span>
#include <vector>

#include "overt/learning/belief_propagation.h"
#include "overt/learning/count_vectors.h"
#include "overt/learning/learning_table.h"
#include "overt/learning/naive_bayes.h"

namespace overt {

inline constexpr std::size_t kMostCountVectors = 512;

// One a thread.
class GroupExpectation {
 public:
  explicit GroupExpectation(const LearningTable& table) : table_(table) {}

  void load(std::size_t group, const NaiveBayes& model);
  // Returns the logarithm of the sum of the weights of all arrangements.
  double run(double temperature);

  // REQUIRES: run().
  std::span<const double> posterior(std::size_t slot_of_group) const {
    return std::span(posterior_).subspan(row_of_[slot_of_group] * counts_.size(), counts_.size());
  }
  // People of the group who are alike stand in one row; the first slot of each, and their number.
  std::span<const std::uint32_t> first_slots() const { return first_slots_; }
  std::span<const std::uint32_t> copies() const { return copies_; }

 private:
  const LearningTable& table_;
  std::vector<std::uint32_t> counts_;
  std::vector<std::uint32_t> row_of_;  // slot of the group -> row of posterior_
  std::vector<std::uint32_t> first_slots_;
  std::vector<std::uint32_t> copies_;
  std::vector<double> scores_;  // a row each, a column a value
  std::vector<double> weights_;
  std::vector<double> posterior_;
  CountVectorSums exact_;
  BeliefPropagation beliefs_;
};

}  // namespace overt
