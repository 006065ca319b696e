#pragma once

// The adversary against promises that are caps, of values and of sets of values: what they believe
// of each record after each release, in caps of it, over all tables of small universes.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "oracle/small_universe.h"
#include "oracle/transparency.h"
#include "overt/adversary/audit.h"
#include "overt/local/caps.h"

namespace overt::oracle {

struct CapsFound {
  std::size_t tables = 0;
  std::size_t releases = 0;
  std::size_t above = 0;  // releases after which some value, or set, is above its cap
  std::uint64_t outcomes = 0;
  std::size_t veiled = 0;  // releases that are likelier for some of their tables
  Rational worst = 0;      // of posterior / cap

  void add(const CapsFound& other) {
    tables += other.tables;
    releases += other.releases;
    above += other.above;
    outcomes += other.outcomes;
    veiled += other.veiled;
    worst = std::max(worst, other.worst);
  }
};

// The largest posterior of a record and a value, or a set of values, in caps of it.
inline Rational worst_of(const ReleaseAudit& release, const Caps& caps) {
  std::map<std::pair<std::size_t, Code>, Rational> shares;
  std::map<std::pair<std::size_t, std::uint32_t>, Rational> of_sets;
  for (const auto& [table, weight] : release.posterior) {
    for (std::size_t r = 0; r < table.size(); ++r) {
      shares[{r, table[r]}] += weight;
      for (const std::uint32_t set : caps.sets_of(table[r])) of_sets[{r, set}] += weight;
    }
  }
  Rational worst = 0;
  const auto consider = [&](const Rational& share, const Cap& cap) {
    worst = std::max(worst, Rational(share * cap.below / cap.above));
  };
  for (const auto& [pair, share] : shares) consider(share, caps[pair.second]);
  for (const auto& [pair, share] : of_sets) consider(share, caps.of_set(pair.second));
  return worst;
}

// Adds what all arrangements of one multiset give away.
inline void attack(const Values& multiset, const Caps& caps, const Method& method,
                   CapsFound& found) {
  const auto universe = arrangements(multiset);
  const Audit result = audit(universe, method);
  EXPECT_TRUE(result.complete);
  found.tables += universe.size();
  found.releases += result.releases.size();
  found.outcomes += result.outcomes;
  for (const auto& [text, one] : result.releases) {
    const Rational worst = worst_of(one, caps);
    found.above += worst > 1 ? 1 : 0;
    found.veiled += one.uniform ? 0 : 1;
    found.worst = std::max(found.worst, worst);
  }
}

inline Multiset multiset_of(const Values& values) {
  MultisetCounter counter(values, domain_of(values));
  std::vector<Record> all(values.size());
  for (Record r = 0; r < all.size(); ++r) all[r] = r;
  return counter.count(all);
}

inline std::vector<Values> multisets_that_keep(std::size_t records, Code domain, const Caps& caps) {
  std::vector<Values> result;
  for_each_multiset(records, domain, [&](const Values& multiset) {
    if (caps.keep(multiset_of(multiset))) result.push_back(multiset);
  });
  return result;
}

inline CapsFound attack_all(std::size_t records, Code domain, const Caps& caps,
                            const Method& method) {
  CapsFound found;
  for (const Values& multiset : multisets_that_keep(records, domain, caps)) {
    attack(multiset, caps, method, found);
  }
  return found;
}

inline void report(const std::string& name, const CapsFound& found) {
  std::printf(
      "%s: %zu tables, %zu releases (%zu under a veil), %llu coin outcomes, %zu above, worst %s of "
      "the cap\n",
      name.c_str(), found.tables, found.releases, found.veiled,
      static_cast<unsigned long long>(found.outcomes), found.above, to_string(found.worst).c_str());
}

}  // namespace overt::oracle
