#pragma once

// Whether a sampler's frequencies are those that they should be: Pearson's test, at a false
// alarm rate of one in a million for each call. Seeds are fixed, so a test that passes once
// passes always; the rate says how unlikely it was that a right sampler would have failed.

#include <cmath>
#include <cstdint>
#include <map>

#include "overt/base/random.h"
#include "overt/base/rational.h"
#include "overt/views/component.h"
#include "overt/views/count_graph.h"

namespace overt::views {

// The 1 - 1e-6 quantile of the chi-square distribution, by Wilson and Hilferty (good to a
// percent at this tail).
inline double chi_square_limit(double freedom) {
  const double z = 4.753, a = 2 / (9 * freedom);
  return freedom * std::pow(1 - a + z * std::sqrt(a), 3);
}

// Every count table of the component, with the number of tables that it stands for.
inline std::map<Counts, Integer> all_count_tables(const Component& component) {
  std::map<Counts, Integer> result;
  const std::size_t values = component.values.size(), cells = component.cells.size();
  Counts table(cells * values, 0), left = component.margins;
  const auto fill = [&](const auto& self, std::size_t c, std::size_t v, std::size_t places,
                        const Integer& weight) -> void {
    if (c == cells) {
      result.emplace(table, weight);
      return;
    }
    if (v == values) {
      if (places == 0) {
        self(self, c + 1, 0, c + 1 < cells ? component.size(c + 1) : 0, weight);
      }
      return;
    }
    for (std::uint32_t n = 0; n <= places; ++n) {
      bool fits = true;
      for (const std::uint32_t d : component.inside[c]) {
        fits = fits && left[d * values + v] >= n;
      }
      if (!fits) break;
      for (const std::uint32_t d : component.inside[c]) left[d * values + v] -= n;
      table[c * values + v] = n;
      Integer ways;
      mpz_bin_uiui(ways.get_mpz_t(), places, n);
      self(self, c, v + 1, places - n, Integer(weight * ways));
      for (const std::uint32_t d : component.inside[c]) left[d * values + v] += n;
    }
    table[c * values + v] = 0;
  };
  fill(fill, 0, 0, component.size(0), 1);
  return result;
}

// The statistic of `seen` against weights; infinite if something impossible was seen.
inline double chi_square(const std::map<Counts, Integer>& weights,
                         const std::map<Counts, std::uint64_t>& seen) {
  Integer all = 0;
  double samples = 0, sum = 0;
  for (const auto& [table, weight] : weights) all += weight;
  for (const auto& [table, count] : seen) {
    if (!weights.contains(table)) return INFINITY;
    samples += static_cast<double>(count);
  }
  for (const auto& [table, weight] : weights) {
    const double expected = samples * Rational(weight, all).get_d();
    const auto found = seen.find(table);
    const double difference =
        (found == seen.end() ? 0.0 : static_cast<double>(found->second)) - expected;
    sum += difference * difference / expected;
  }
  return sum;
}

}  // namespace overt::views
