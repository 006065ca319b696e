#pragma once

// The page of `overt explain --family --html`: a set of partitions, what everybody knows
// who knows that all of them are locally safe, and what remains once one is released.

#include <string>

#include "overt/adversary/explain_family.h"

namespace overt {

std::string family_page(const ExplainedFamily& family);

}  // namespace overt
