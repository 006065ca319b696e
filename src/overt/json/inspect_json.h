#pragma once

// What `overt inspect --json` prints: columns, types, missing values, the largest possible l.
// Values are shown of columns that are declared public only (assess/inspect.h).

#include <string>

#include "overt/assess/inspect.h"
#include "overt/table/schema.h"

namespace overt {

std::string inspect_json(const TableSummary& summary);

}  // namespace overt
