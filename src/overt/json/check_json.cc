#include "overt/json/check_json.h"

#include <nlohmann/json.hpp>

namespace overt {
namespace {

using Json = nlohmann::ordered_json;

}  // namespace

std::string check_json(const CheckResult& result, const std::vector<Threshold>& judged) {
  const auto text_or_null = [](const std::optional<Rational>& value) {
    return value ? Json(to_string(*value)) : Json();
  };
  const auto number_or_null = [](const std::optional<Rational>& value) {
    return value ? Json(value->get_d()) : Json();
  };
  const double delta = result.delta.delta();
  Json json = {
      {"records", result.records},
      {"groups", result.groups},
      {"k", result.k},
      {"alpha", to_string(result.alpha)},
      {"distinct_l", result.distinct_l},
      {"entropy_l", result.entropy.l()},
      {"recursive", {{"l", result.recursive_l}, {"c", text_or_null(result.recursive_c)}}},
      {"t_equal", to_string(result.t_equal)},
      {"t_ordered", to_string(result.t_ordered)},
      {"delta", delta},
      {"delta_all_values", result.delta.every_value ? Json(delta) : Json()},
      {"beta", result.beta.basic.get_d()},
      {"beta_enhanced", number_or_null(result.beta.enhanced)},
      {"uniques", result.uniques},
      {"risk",
       {{"largest", to_string(result.largest_risk)}, {"mean", to_string(result.mean_risk)}}}};
  if (!result.sensitive) {
    for (const char* key : {"alpha", "distinct_l", "entropy_l", "recursive", "t_equal", "t_ordered",
                            "delta", "delta_all_values", "beta", "beta_enhanced"}) {
      json.erase(key);
    }
  }
  Json failed = Json::array();
  for (const Threshold& threshold : judged) {
    if (!threshold.passed) failed.push_back(threshold.name);
  }
  const bool passed = failed.empty();
  if (!passed) json["failed"] = failed;
  json["passed"] = passed;
  return json.dump(2) + "\n";
}

}  // namespace overt
