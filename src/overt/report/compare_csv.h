#pragma once

// The data behind the pictures of a comparison, one line a point, for a spreadsheet or a
// plot of one's own. Every line says in its first column which table it is about: lines get
// copied, headings do not. Columns: docs/verbs.md.

#include <string>

#include "overt/assess/compare.h"

namespace overt {

std::string compare_csv(const Comparison& comparison);

}  // namespace overt
