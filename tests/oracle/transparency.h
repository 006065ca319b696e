#pragma once

// The one test that every method of level `transparent` must pass: the adversary
// reruns it on all tables of a small universe, over all outcomes of the coins.

#include <gtest/gtest.h>

#include <cstdio>
#include <functional>
#include <string>

#include "oracle/small_universe.h"
#include "overt/adversary/audit.h"

namespace overt::oracle {

inline Code domain_of(const Values& table) {
  return *std::max_element(table.begin(), table.end()) + 1;
}

// A method for a given l.
using MethodFor = std::function<Method(std::uint32_t l)>;

// All multisets of `records` values below `domain`, for l = 2 and 3: the posterior
// is uniform over the permutation set of the release, and at most 1/l; with
// `reaches_the_bound` the worst is exactly that.
inline void expect_transparent(const std::string& name, const MethodFor& method_for,
                               std::size_t records, Code domain, bool reaches_the_bound = true) {
  for (std::uint32_t l = 2; l <= 3; ++l) {
    std::uint64_t outcomes = 0;
    std::size_t tables = 0;
    std::size_t releases = 0;
    Rational worst = 0;
    for_each_multiset(records, domain, [&](const Values& multiset) {
      if (most_frequent(multiset) * l > records) return;  // not l-eligible: refused
      const auto universe = arrangements(multiset);
      const Audit result = audit(universe, method_for(l));
      ASSERT_TRUE(result.complete);  // the probabilities of each table sum to exactly 1
      ASSERT_TRUE(result.uniform);
      ASSERT_LE(result.worst, Rational(1, l));
      for (const auto& [release, one] : result.releases) {
        ASSERT_EQ(Integer(static_cast<unsigned long>(one.posterior.size())),
                  permutation_set_size(release));
      }
      outcomes += result.outcomes;
      tables += universe.size();
      releases += result.releases.size();
      worst = std::max(worst, result.worst);
    });
    std::printf(
        "%s: %zu records, %u values, l = %u: %zu tables, %zu releases, %llu coin outcomes, "
        "worst posterior %s\n",
        name.c_str(), records, domain, l, tables, releases,
        static_cast<unsigned long long>(outcomes), to_string(worst).c_str());
    const bool some_eligible = domain * (records / l) >= records;
    EXPECT_EQ(outcomes > 0, some_eligible);
    if (some_eligible && reaches_the_bound) {
      EXPECT_EQ(worst, Rational(1, l));
    }
  }
}

}  // namespace overt::oracle
