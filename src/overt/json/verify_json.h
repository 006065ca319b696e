#pragma once

// What `overt verify --json` prints: every check, and whether it passed.

#include <string>

#include "overt/verify/verify.h"

namespace overt {

std::string verify_json(const Verification& verification);

}  // namespace overt
