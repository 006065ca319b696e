#pragma once

// The page of `overt compare --html`: the frontier drawn for NCP and for query errors, every
// point by name, all figures as tables, refusals with their reasons, and how to go on. A
// comparison of the secret table is headed as the custodian's alone, on every printed page.

#include <string>

#include "overt/assess/compare.h"
#include "overt/html/html.h"

namespace overt {

// The charts alone, as a part of another page.
Html compare_frontier(const Comparison& comparison);

std::string compare_page(const Comparison& comparison);

}  // namespace overt
