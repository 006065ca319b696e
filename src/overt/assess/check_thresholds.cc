#include "overt/assess/check_thresholds.h"

#include <fmt/format.h>

#include <array>

#include "overt/base/error.h"

namespace overt {
namespace {

using Asked = CheckThresholds;

constexpr ThresholdRow count(std::string_view name, std::string_view value, std::string_view words,
                             std::optional<std::uint64_t> Asked::*member) {
  return {name, value, words, member, nullptr};
}
constexpr ThresholdRow fraction(std::string_view name, std::string_view value,
                                std::string_view words, std::optional<Rational> Asked::*member) {
  return {name, value, words, nullptr, member};
}

constexpr std::array kRows = {
    count("min_k", "K", "Records in every group, at least", &Asked::min_k),
    count("max_uniques", "U", "Records that are alone in their group, at most",
          &Asked::max_uniques),
    fraction("max_risk", "R", "Largest prosecutor risk, at most: a fraction such as 1/5",
             &Asked::max_risk),
    fraction("max_mean_risk", "R", "Mean prosecutor risk, at most", &Asked::max_mean_risk),
    fraction("max_alpha", "A", "Share of a value in a group, at most", &Asked::max_alpha),
    count("min_l", "L", "Different values in every group, at least", &Asked::min_l),
    fraction("min_entropy_l", "L", "l of entropy l-diversity, at least", &Asked::min_entropy_l),
    fraction("max_c", "C", "c of recursive (c,l)-diversity: passes what is below it",
             &Asked::max_c),
    fraction("max_t", "T", "t of t-closeness with the equal distance, at most", &Asked::max_t),
    fraction("max_t_ordered", "T", "t of t-closeness with the ordered distance, at most",
             &Asked::max_t_ordered),
    fraction("max_delta", "D", "delta of delta-disclosure privacy, at most", &Asked::max_delta),
    fraction("max_beta", "B", "beta of basic beta-likeness, at most", &Asked::max_beta),
    fraction("max_beta_enhanced", "B", "beta of enhanced beta-likeness, at most",
             &Asked::max_beta_enhanced),
};

}  // namespace

std::span<const ThresholdRow> threshold_rows() { return kRows; }

std::vector<Threshold> judge(const CheckResult& result, const CheckThresholds& thresholds) {
  std::vector<Threshold> judged;
  bool of_values = false;
  const auto ask = [&](const char* name, const char* relation, const auto& bound,
                       const auto& passes) {
    if (!bound) return;
    if (of_values && !result.sensitive) {
      throw Error(ErrorCode::usage, fmt::format("{}: there is no sensitive column", name));
    }
    judged.push_back({name, relation, passes(*bound)});
  };
  const auto at_least = [&](const char* name, const auto& bound, const auto& own) {
    ask(name, ">=", bound, [&](const auto& asked) { return own >= asked; });
  };
  const auto at_most = [&](const char* name, const auto& bound, const auto& own) {
    ask(name, "<=", bound, [&](const auto& asked) { return own <= asked; });
  };
  at_least("min_k", thresholds.min_k, result.k);
  at_most("max_uniques", thresholds.max_uniques, result.uniques);
  at_most("max_risk", thresholds.max_risk, result.largest_risk);
  at_most("max_mean_risk", thresholds.max_mean_risk, result.mean_risk);
  of_values = true;
  at_most("max_alpha", thresholds.max_alpha, result.alpha);
  at_least("min_l", thresholds.min_l, result.distinct_l);
  ask("min_entropy_l", ">=", thresholds.min_entropy_l,
      [&](const Rational& l) { return result.entropy.at_least(l); });
  ask("max_c", "<", thresholds.max_c,
      [&](const Rational& c) { return result.recursive_c && *result.recursive_c < c; });
  at_most("max_t", thresholds.max_t, result.t_equal);
  at_most("max_t_ordered", thresholds.max_t_ordered, result.t_ordered);
  ask("max_delta", "<=", thresholds.max_delta,
      [&](const Rational& delta) { return result.delta.at_most(delta); });
  at_most("max_beta", thresholds.max_beta, result.beta.basic);
  ask("max_beta_enhanced", "<=", thresholds.max_beta_enhanced,
      [&](const Rational& beta) { return result.beta.enhanced && *result.beta.enhanced <= beta; });
  if (result.promise_kept) judged.push_back({"promise", "", *result.promise_kept});
  return judged;
}

}  // namespace overt
