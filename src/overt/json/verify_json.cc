#include "overt/json/verify_json.h"

#include <nlohmann/json.hpp>

namespace overt {

std::string verify_json(const Verification& verification) {
  nlohmann::ordered_json checks = nlohmann::ordered_json::array();
  for (const Check& check : verification.checks) {
    checks.push_back({{"check", check.what}, {"passed", check.passed}});
  }
  const nlohmann::ordered_json json = {
      {"passed", verification.passed()}, {"checks", checks}, {"assumed", verification.assumed}};
  return json.dump(2) + "\n";
}

}  // namespace overt
