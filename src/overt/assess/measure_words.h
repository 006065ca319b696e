#pragma once

// What the figures of a release mean, in a sentence or two, for a custodian who does not know them:
// how far counts are off, and which columns suffer. Custodian only, as the figures are.

#include <string>

#include "overt/assess/measure_table.h"

namespace overt {

// "Counts of ranges are off by 8 % on average: good for tables of counts. Little is left of zip (81
// % of its range is open)."
std::string verdict_of(const Measures& measures);

}  // namespace overt
