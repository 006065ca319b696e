#pragma once

// Who is known best, in the JSON of `explain` and `attack`. For the files of this folder: the
// headers that others include know no JSON library.

#include <nlohmann/json.hpp>

#include "overt/counting/table_set.h"
#include "overt/strategy/problem.h"

namespace overt {

// {"record": "C", "value": "cancer", "share": "1"}
nlohmann::ordered_json worst_json(const Worst& worst, const Problem& problem);

}  // namespace overt
