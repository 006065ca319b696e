#pragma once

// Expectations inside a group by going through its arrangements, one by one.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

namespace overt {

struct ReferenceExpectation {
  std::vector<double> posterior;  // a row a record, a column a value
  double logarithm = 0;           // of the sum of the weights of all arrangements
};

inline ReferenceExpectation expectation_reference(std::span<const double> weights,
                                                  std::span<const std::uint32_t> counts) {
  const std::size_t values = counts.size();
  std::vector<std::size_t> arrangement;
  for (std::size_t v = 0; v < values; ++v) arrangement.insert(arrangement.end(), counts[v], v);
  ReferenceExpectation result;
  result.posterior.assign(weights.size(), 0);
  double sum = 0;
  do {
    double weight = 1;
    for (std::size_t i = 0; i < arrangement.size(); ++i) {
      weight *= weights[i * values + arrangement[i]];
    }
    sum += weight;
    for (std::size_t i = 0; i < arrangement.size(); ++i) {
      result.posterior[i * values + arrangement[i]] += weight;
    }
  } while (std::next_permutation(arrangement.begin(), arrangement.end()));
  for (double& p : result.posterior) p /= sum;
  result.logarithm = std::log(sum);
  return result;
}

}  // namespace overt
