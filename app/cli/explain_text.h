#pragma once

// What `overt explain` prints for people. Values of the problem are among it: that is the
// point. JSON: json/explain_json.h.

#include <string>
#include <vector>

#include "overt/strategy/explain.h"

namespace overt::cli {

// REQUIRES: one strategy was walked.
std::string walk_text(const Explained& explained);
std::string outcomes_text(const std::vector<Outcome>& outcomes);
std::string frequencies_text(const std::vector<Frequencies>& all);

}  // namespace overt::cli
