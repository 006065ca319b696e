#pragma once

// What `overt explain --family --json` prints. Values are among it. Every key is on
// docs/verbs.md.

#include <string>

#include "overt/adversary/explain_family.h"

namespace overt {

std::string family_json(const ExplainedFamily& family);

}  // namespace overt
