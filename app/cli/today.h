#pragma once

#include <string>

namespace overt::cli {

// The day in UTC: YYYY-MM-DD.
std::string today();
// The second: YYYY-MM-DDTHH:MM:SSZ.
std::string now();

}  // namespace overt::cli
