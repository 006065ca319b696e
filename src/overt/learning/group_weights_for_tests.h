#pragma once

// Groups made from coins: counts of values, and a view of each record's values.

#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include "overt/base/random.h"

namespace overt {

struct WeightedGroup {
  std::vector<std::uint32_t> counts;
  std::vector<double> weights;  // a row a record, the largest of each 1
};

// Weights between exp(-spread) and 1.
inline WeightedGroup weighted_group(std::vector<std::uint32_t> counts, double spread,
                                    RandomSource& coins) {
  WeightedGroup group{std::move(counts), {}};
  const std::size_t values = group.counts.size();
  const auto records = std::accumulate(group.counts.begin(), group.counts.end(), std::size_t{0});
  for (std::size_t i = 0; i < records; ++i) {
    for (std::size_t v = 0; v < values; ++v) {
      group.weights.push_back(std::exp(-spread * coins.below(1000) / 999.0));
    }
    group.weights[i * values + coins.below(static_cast<std::uint32_t>(values))] = 1;
  }
  return group;
}

// All counts of `values` values, each at least 1, that add up to `records`.
inline void all_counts(std::size_t values, std::uint32_t records, std::vector<std::uint32_t>& start,
                       std::vector<std::vector<std::uint32_t>>& result) {
  if (start.size() + 1 == values) {
    result.push_back(start);
    result.back().push_back(records);
    return;
  }
  const auto others = static_cast<std::uint32_t>(values - start.size() - 1);
  for (std::uint32_t count = 1; count + others <= records; ++count) {
    start.push_back(count);
    all_counts(values, records - count, start, result);
    start.pop_back();
  }
}

inline std::vector<std::vector<std::uint32_t>> all_counts(std::uint32_t records) {
  std::vector<std::vector<std::uint32_t>> result;
  std::vector<std::uint32_t> start;
  for (std::size_t values = 1; values <= records; ++values) {
    all_counts(values, records, start, result);
  }
  return result;
}

}  // namespace overt
