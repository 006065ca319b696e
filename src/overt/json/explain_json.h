#pragma once

// What `overt explain --json` prints: the walk of a strategy, what every jump releases, or how
// often each step is released. Values of the problem are among it. Every key is on
// docs/verbs.md.

#include <string>

#include "overt/strategy/explain.h"

namespace overt {

std::string explain_json(const Explained& explained);

}  // namespace overt
