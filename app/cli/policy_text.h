#pragma once

// What `overt policy` prints for people, and the function alone as a lookup table, for a
// service that publishes by it. JSON: json/policy_json.h.

#include <filesystem>
#include <string>

#include "overt/base/progress.h"
#include "overt/policy/policy.h"

namespace overt::cli {

// REQUIRES: the policy was not refused.
std::string policy_text(const PolicyProblem& problem, const PolicyOptions& options,
                        const Policy& policy);

// A new CSV file with the columns state, schema (from 1) and block. Throws Error{io}.
void write_policy_table(const PolicyProblem& problem, const DisclosureFunction& function,
                        const std::filesystem::path& file, Progress& progress);

}  // namespace overt::cli
