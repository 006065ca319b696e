#pragma once

// The page of `overt attack --learning` (custodian only).

#include <string>

#include "overt/assess/attack_release.h"

namespace overt {

std::string learning_page(const ReleaseAttack& result);

// Where the attack knows the groups from, and of how many people it does not.
std::string known_groups_words(const ReleaseAttack& result);

}  // namespace overt
