#pragma once

// What `overt compare --json` prints: every point with its level, its figures, or the
// reason why there is no release. Every key is on docs/verbs.md.

#include <string>

#include "overt/assess/compare.h"

namespace overt {

std::string compare_json(const Comparison& comparison);

}  // namespace overt
