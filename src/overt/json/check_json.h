#pragma once

// What `overt check --json` prints: the measures, exactly, and which thresholds failed. No
// value of the table is among it. Every key is on docs/verbs.md.

#include <string>
#include <vector>

#include "overt/assess/check.h"
#include "overt/assess/check_thresholds.h"

namespace overt {

std::string check_json(const CheckResult& result, const std::vector<Threshold>& judged);

}  // namespace overt
