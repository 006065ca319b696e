#pragma once

// How sensitive values go with public columns, learnt from released groups alone: who is in a
// group, and its multiset. So the model is as public as the groups are, and may steer what is
// done with the others (walk_policy.h).
//
//   P(v | row) ~ share(v) * product over columns of factor[bin of the row][v]
//
// A group of n records does not say who has which value; the model's own guess, scaled so that it
// agrees with the group's multiset (Sinkhorn), stands for it, and logistic regression with a
// ridge follows it. In small groups such guesses are drawn to the middle: a record competes with
// n - 1 others instead of everybody. The exponent n / (n - 1) undoes that.
//
// Values below a twentieth of the cap are one class: they cannot make a cut fail. Where sets of
// values have caps, the values of a set that have no class of their own are one class, of up to 64,
// and how likely a row is to be in the set is the sum of the classes in it (forecast.h).
// Everything is deterministic, and sums run in the order of the groups, which is public, and of
// fixed chunks, whatever the number of threads.
//
// Cost of a round: O(released records * classes * columns).

#include <cstdint>
#include <span>
#include <vector>

#include "overt/base/progress.h"
#include "overt/local/caps.h"
#include "overt/local/steering/public_rows.h"

namespace overt {

class ValueModel {
 public:
  // `values` is the multiset of the whole table. Keeps a reference to `rows`.
  ValueModel(const PublicRows& rows, const Multiset& values, const Caps& caps);

  std::uint32_t classes() const { return classes_; }
  // The last class holds all values that have none of their own.
  std::uint32_t class_of(Code value) const {
    return value < class_of_.size() ? class_of_[value] : classes_ - 1;
  }

  // Whether it has a class of its own.
  bool alone(Code value) const { return class_of(value) < alone_; }
  // The sets of values of which the model says something, by their numbers, rising; and those that
  // a value is in, by their places among these.
  std::span<const std::uint32_t> sets() const { return sets_; }
  std::span<const std::uint32_t> sets_of(Code value) const {
    if (value >= sets_of_.size()) return {};
    return sets_of_[value];
  }
  // How tight the cap of each of them is: the usual cap, as a share of it.
  std::span<const double> tightness() const { return tightness_; }

  // A released group.
  void add(std::span<const Record> records, const Multiset& values);
  void add(std::span<const RowCount> rows, const Multiset& values);
  std::size_t released() const { return slots_.size(); }
  void fit(int rounds, Progress& progress = unwatched());

  // The product of factors for each class, without the shares.
  void factors(std::uint32_t row, std::span<float> result) const;

 private:
  struct Released {
    std::uint32_t first_slot;
    std::uint32_t first_count;
  };
  struct Sums;
  void find_sets(const Multiset& values, const Caps& caps);
  void share_classes(const Multiset& values, const Caps& caps, std::vector<float>& own,
                     double& others);
  void add_values(const Multiset& values);
  void gradient(std::size_t first, std::size_t last, Sums& sums) const;
  void refresh();

  const PublicRows& rows_;
  std::uint32_t classes_ = 1;
  std::uint32_t alone_ = 0;  // of these, of single values: the first ones
  std::vector<std::uint32_t> class_of_;
  std::vector<std::uint32_t> sets_;
  std::vector<double> tightness_;
  std::vector<std::vector<std::uint32_t>> sets_of_;
  std::vector<float> share_;
  std::vector<float> weight_;  // bin, class: the logarithms of the factors
  std::vector<float> speed_;   // momentum
  std::vector<float> factor_;
  std::vector<std::uint32_t> slots_;  // rows of the released records, group by group
  struct ClassCount {
    std::uint32_t own_class;
    std::uint64_t count;
  };
  std::vector<ClassCount> counts_;
  std::vector<Released> groups_;
};

}  // namespace overt
