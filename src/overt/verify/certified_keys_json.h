#pragma once

// The job of a certificate as JSON: one table of keys for printing, reading and comparing.

#include <nlohmann/json.hpp>

#include "overt/verify/certified_keys.h"
#include "overt/verify/json_reader.h"

namespace overt {

nlohmann::ordered_json certified_job_json(const CertifiedJob& job);
// Throws Error{malformed}.
CertifiedJob parse_certified_job(const JsonReader& reader);

}  // namespace overt
