#pragma once

// The adversary who knows the whole algorithm, by brute force: they rerun it on
// every table that could be the secret one, over all outcomes of the coins, and
// ask by Bayes' rule what a release tells. For small tables, and exact.
//
//   auto result = audit(arrangements({0, 0, 1, 1, 2}), [](const Values& t, RandomSource& coins) {
//     return publish(t, coins);   // any text; equal texts are the same release
//   });
//   result.worst                  // the largest posterior of any record and value
//
// What they assume: before the release all arrangements of the multiset are
// equally likely. Cost: tables * outcomes runs of the method.

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "overt/base/random.h"
#include "overt/base/rational.h"
#include "overt/table/column.h"

namespace overt {

// A possible table: the value of each record.
using Values = std::vector<Code>;

// A release method as the adversary sees it.
using Method = std::function<std::string(const Values&, RandomSource&)>;

// Every distinct arrangement of the values, in lexicographic order.
std::vector<Values> arrangements(Values values);

// The exact distribution over releases for one table. Adds the number of coin
// outcomes to `outcomes`.
std::map<std::string, Rational> release_distribution(const Values& table, const Method& method,
                                                     std::uint64_t& outcomes);

// What one release tells.
struct ReleaseAudit {
  std::map<Values, Rational> posterior;  // the tables it can come from; sums to 1
  Rational worst;                        // largest posterior of a record and a value
  bool uniform = false;                  // all those tables are equally likely
};

struct Audit {
  std::map<std::string, ReleaseAudit> releases;
  Rational worst;              // over all releases
  bool uniform = true;         // of all releases
  std::uint64_t outcomes = 0;  // coin outcomes that were run
  bool complete = true;        // for every table the probabilities sum to exactly 1
};

// REQUIRES: `tables` are distinct and of equal length.
Audit audit(const std::vector<Values>& tables, const Method& method);

}  // namespace overt
