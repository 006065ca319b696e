#pragma once

// The result of `overt attack --learning` as JSON; docs/verbs.md has every key.

#include <string>

#include "overt/assess/attack_release.h"

namespace overt {

std::string learning_json(const ReleaseAttack& result);

}  // namespace overt
