#pragma once

// Everything that two runs can release of a table, one beside the other, and what somebody knows
// who has read both: for the adversary against releases that are checked together.

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "oracle/kept_outcomes.h"

namespace overt::oracle {

// What is known of each record: weights of its values.
using Weights = std::vector<std::vector<Rational>>;

inline Weights shares_of(Weights weights) {
  for (auto& record : weights) {
    Rational all = 0;
    for (const Rational& one : record) all += one;
    for (Rational& one : record) one /= all;
  }
  return weights;
}

struct Pair {
  KeptRelease first, second;
  std::vector<std::pair<std::size_t, Rational>> tables;  // that can have given it, and how likely
};
using Pairs = std::map<std::pair<std::string, std::string>, Pair>;

// first[t] is what the first run can release of table t; `second` what the second one can, which
// may build on the first.
inline Pairs pairs_of(
    const std::vector<Outcomes>& first,
    const std::function<Outcomes(std::size_t table, const KeptRelease& first)>& second) {
  Pairs pairs;
  for (std::size_t t = 0; t < first.size(); ++t) {
    for (const auto& [text, one] : first[t]) {
      for (const auto& [other_text, other] : second(t, one.kept)) {
        Pair& pair =
            pairs.try_emplace({text, other_text}, Pair{one.kept, other.kept, {}}).first->second;
        pair.first.id = "first";
        pair.second.id = "second";
        pair.tables.emplace_back(t, one.probability * other.probability);
      }
    }
  }
  return pairs;
}

inline Weights weights_of(const std::vector<Values>& tables,
                          const std::vector<std::pair<std::size_t, Rational>>& likely,
                          Code values) {
  Weights weights(tables.front().size(), std::vector<Rational>(values));
  for (const auto& [t, probability] : likely) {
    for (std::size_t r = 0; r < weights.size(); ++r) weights[r][tables[t][r]] += probability;
  }
  return weights;
}

// All tables that agree with both, equally likely.
inline Weights counted(const std::vector<Values>& tables, const Pair& pair, Code values) {
  std::vector<std::pair<std::size_t, Rational>> agree;
  const Values& truth = tables[pair.tables.front().first];
  for (std::size_t t = 0; t < tables.size(); ++t) {
    const auto same = [&](const Groups& groups) {
      return view_of(groups, truth, values) == view_of(groups, tables[t], values);
    };
    if (same(pair.first.groups) && same(pair.second.groups)) agree.emplace_back(t, 1);
  }
  return weights_of(tables, agree, values);
}

}  // namespace overt::oracle
