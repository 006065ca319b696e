#pragma once

// What `overt compare` prints.

#include <string>

#include "overt/assess/compare.h"

namespace overt::cli {

std::string compare_text(const Comparison& comparison);

}  // namespace overt::cli
