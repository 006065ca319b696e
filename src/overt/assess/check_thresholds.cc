#include "overt/assess/check_thresholds.h"

#include <fmt/format.h>

#include "overt/base/error.h"

namespace overt {

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
