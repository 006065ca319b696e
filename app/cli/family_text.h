#pragma once

// What `overt explain --family` prints for people. Values are among it. JSON:
// json/family_json.h.

#include <string>

#include "overt/adversary/explain_family.h"

namespace overt::cli {

std::string family_text(const ExplainedFamily& family);

}  // namespace overt::cli
