#pragma once

// A table whose public columns and values go together in a known way, cut into groups without a
// look at either: as a blind method does, but for promising nothing.

#include <cstdint>
#include <numeric>
#include <vector>

#include "overt/base/random.h"
#include "overt/learning/learning_attack.h"
#include "overt/learning/learning_table.h"
#include "overt/learning/naive_bayes.h"
#include "overt/table/groups.h"

namespace overt {

inline constexpr Code kTestValues = 6;
inline constexpr Code kTestCodes = 6;  // of each of three columns

struct CorrelatedTable {
  std::vector<std::vector<Code>> codes;  // of the columns
  std::vector<Code> truth;
  Groups groups;

  std::vector<PublicColumn> columns() const {
    std::vector<PublicColumn> result;
    for (const auto& column : codes) result.push_back({column, kTestCodes, false});
    return result;
  }
  LearningTable learning() const {
    return learning_table(columns(), kTestValues, groups, multisets_of(truth, kTestValues, groups));
  }
  AttackedRelease attacked(std::uint32_t l) const {
    return {columns(), truth, kTestValues, std::vector<double>(kTestValues, 1.0 / l)};
  }
};

// A column has the code of the value with a chance of (strength + 1 / 6) / (strength + 1), each
// other with an equal part of the rest; every value occurs equally often.
// REQUIRES: size divides records.
inline CorrelatedTable correlated_table(std::uint32_t records, std::uint32_t size,
                                        std::uint32_t strength, RandomSource& coins) {
  CorrelatedTable table;
  table.codes.resize(3);
  for (std::uint32_t r = 0; r < records; ++r) {
    const Code value = r % kTestValues;
    table.truth.push_back(value);
    for (auto& column : table.codes) {
      const bool same = coins.below(strength + 1) < strength;
      column.push_back(same ? value : coins.below(kTestCodes));
    }
  }
  std::vector<Record> order(records);
  std::iota(order.begin(), order.end(), Record{0});
  shuffle(std::span(order), coins);
  table.groups = Groups::of_equal_size(std::move(order), size);
  return table;
}

// The same groups and columns, and values that have nothing to do with them.
inline CorrelatedTable unrelated_table(std::uint32_t records, std::uint32_t size,
                                       RandomSource& coins) {
  return correlated_table(records, size, 0, coins);
}

// The model by which the table was made.
inline NaiveBayes true_model(std::uint32_t strength) {
  SoftCounts counts(3 * kTestCodes, kTestValues);
  for (Code value = 0; value < kTestValues; ++value) {
    for (Code code = 0; code < kTestCodes; ++code) {
      const double other = 1.0 / kTestCodes;
      const double p = ((code == value ? strength : 0) + other) / (strength + 1);
      const std::vector<std::uint32_t> features = {code, kTestCodes + code, 2 * kTestCodes + code};
      counts.add(features, value, 1e9 * p);
    }
  }
  return {counts, 1};
}

}  // namespace overt
