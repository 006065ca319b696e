#pragma once

// What a table is asked for, measure by measure, and whether it has it. All is
// decided exactly; what cannot be decided has not passed.
//
//   thresholds.min_k = 5   and   k = 4   ->   {"min_k", ">=", false}

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "overt/assess/check.h"
#include "overt/base/rational.h"

namespace overt {

struct CheckThresholds {
  std::optional<std::uint64_t> min_k;
  std::optional<std::uint64_t> max_uniques;
  std::optional<Rational> max_risk;
  std::optional<Rational> max_mean_risk;
  std::optional<Rational> max_alpha;
  std::optional<std::uint64_t> min_l;  // distinct
  std::optional<Rational> min_entropy_l;
  std::optional<Rational> max_c;  // passed by a c below it: the definition has r1 < c * (..)
  std::optional<Rational> max_t;
  std::optional<Rational> max_t_ordered;
  std::optional<Rational> max_delta;  // over the values that a group has
  std::optional<Rational> max_beta;
  std::optional<Rational> max_beta_enhanced;
};

// Each of them, for those who ask for some by name: the command line as --min-k, Python as min_k.
struct ThresholdRow {
  std::string_view name;
  std::string_view value_name;  // what stands for it in help
  std::string_view words;
  // One of the two.
  std::optional<std::uint64_t> CheckThresholds::*count = nullptr;
  std::optional<Rational> CheckThresholds::*fraction = nullptr;
};
std::span<const ThresholdRow> threshold_rows();

struct Threshold {
  std::string name;      // "min_k"
  std::string relation;  // ">=": how a figure must stand to the bound
  bool passed = false;
};

// The thresholds that were given, in the order above, and the promise of the options behind them.
// Throws Error{usage} for one about values where there is no sensitive column.
std::vector<Threshold> judge(const CheckResult& result, const CheckThresholds& thresholds);

}  // namespace overt
