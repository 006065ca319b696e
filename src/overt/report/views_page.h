#pragma once

// The page of `overt views --html`: what several disclosures of one table give away
// together, worst first, as bars against gamma; the components, and of each whether it
// was counted, proven or estimated. The custodian's alone.

#include <string>

#include "overt/views/views.h"

namespace overt {

std::string views_page(const views::Problem& problem, const views::Analysis& found,
                       const views::Options& options);

}  // namespace overt
