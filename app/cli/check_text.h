#pragma once

// What `overt check` prints for people: the measures, and what became of the thresholds.
// No value of the table is among it. JSON: json/check_json.h.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "overt/assess/check.h"
#include "overt/assess/check_thresholds.h"

namespace overt::cli {

// Threshold -> its bound as the user gave it, or nothing.
using Bounds = std::map<std::string, std::optional<std::string>>;

std::string check_text(const CheckResult& result, const std::vector<Threshold>& judged,
                       const Bounds& bounds);

}  // namespace overt::cli
